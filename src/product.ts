/**
 * The built server as a library. Tests import it as `#product`, from the files that are shipped, so that they test what
 * runs.
 */
import { declaredStatements as statementsNow } from './ground/kernel/database.ts';
import { loadBackground } from './modules.ts';

export { raw } from '@mikro-orm/postgresql';
export { default as pg } from 'pg';
export { runCommand } from './cli/run.ts';
export { configEntries, configWarnings, loadConfig, type Config } from './ground/config/load.ts';
export { mountPages } from './doors/pages/index.ts';
export { anonymous } from './ground/kernel/access.ts';
export { secondsAfter, systemClock } from './ground/kernel/clock.ts';
export { RequestContext } from './ground/kernel/context.ts';
export { declaredFragments, lookup, sql, valuesOf } from './ground/kernel/database.ts';
export { findPage } from './ground/lists/entity-page.ts';
export { declaredErrors, serverErrors } from './ground/kernel/errors.ts';
export { errorForCaller, publicError } from './ground/kernel/fault.ts';
export { newId } from './ground/kernel/ids.ts';
export { orderOf, sortKey } from './ground/lists/order.ts';
export { cursorBehind } from './ground/lists/pagination.ts';
export { folded } from './ground/lists/search-text.ts';
export { createLog, type Log } from './ground/kernel/log.ts';
export { Loop } from './ground/jobs/loop.ts';
export { OverloadGuard } from './ground/kernel/event-loop/overload-guard.ts';
export { Runtime } from './ground/kernel/runtime.ts';
export { findListed } from './ground/lists/filter/index.ts';
export { Vault } from './ground/kernel/secret.ts';
export { StartFault } from './ground/kernel/start-fault.ts';
export { Totals } from './server/management/index.ts';
export { entities } from './modules.ts';
export {
  AuditEvent,
  auditEventListing,
  AuditHistoryService,
  AuditListService,
  countEvents,
} from './modules/audit/index.ts';
export { Brands } from './modules/branding/index.ts';
export { Client, clientListing, ClientService, hashOfGenerated } from './modules/clients/index.ts';
export { Consent, ConsentService } from './modules/consents/index.ts';
export { PasswordHasher, PasswordPolicy, PasswordService } from './modules/credentials/index.ts';
export { createCustomer, type CustomerCredentials } from './modules/customers/index.ts';
export { setPassword } from './modules/accounts/index.ts';
export { invitationListing, LinkService } from './modules/links/index.ts';
export { groupFilter, groupListing, GroupService, MembershipService } from './modules/groups/index.ts';
export { importNext } from './modules/imports/index.ts';
export { Keyring, newKeyPair } from './modules/keys/index.ts';
export { LogoutBell, logoutDeliveryListing } from './modules/logouts/index.ts';
export { keptMail, keptMails, mailListing, Outbox, startMailWorker } from './modules/mail/index.ts';
export { apiListing } from './modules/apis/index.ts';
export { organizationListing } from './modules/organizations/index.ts';
export { SharedRates, storedCounter } from './modules/throttle/index.ts';
export { CodeService, factorsLoader } from './modules/mfa/index.ts';
export { emailKey, User, userFilter, userListing, UserListService } from './modules/users/index.ts';
export { SessionListService } from './modules/sessions/index.ts';
export { mountAuthorize } from './doors/oauth/endpoints/authorize/index.ts';
export { mountEndSession } from './doors/oauth/endpoints/end-session/index.ts';
export { tokenRoutes } from './doors/oauth/index.ts';
export { requestRoutes } from './doors/oauth/request-routes.ts';
export { joinEmbedded, startEmbedded, type EmbeddedPostgres } from './ground/persistence/embedded/index.ts';
export { assertKnown, migrateDown, migrateUp, migrationStates } from './ground/persistence/migrate.ts';
export { Listener } from './ground/persistence/listener.ts';
export { openDatabase } from './ground/persistence/open.ts';
export { cleanUp } from './server/clean-up.ts';
export { mountConsole } from './doors/files/console-files.ts';
export { mountLateRoutes } from './server/late-routes.ts';
export { startServer, type RunningServer } from './server/start.ts';
export { welcome } from './server/welcome.ts';
export { STYLE_HASH, SUBMIT_HASH } from './views/index.ts';

let statements: ReturnType<typeof statementsNow> | undefined;

/** Loads what a server loads later, which declares statements, too. It comes before the first test. */
export async function loadAll(): Promise<void> {
  await loadBackground();
  statements ??= statementsNow();
}

/** The statements of the product, without those that tests declare later. */
export const declaredStatements = (): NonNullable<typeof statements> => statements!;
