/**
 * What the viewer may do: a line for each mutation of an object, with the policies that its service asks. The state of an
 * object does not count here: of an invitation that was accepted, too, `resendInvitation` is true.
 */
import { Arg, Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { requireReach, type SignedIn } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { ScopeEnum } from '../kernel/graphql.ts';
import { accountPolicy } from '../modules/accounts/index.ts';
import { AttributeDefinitionType, attributePolicy } from '../modules/attributes/index.ts';
import { AuditEventType, auditPolicy } from '../modules/audit/index.ts';
import { brandingPolicy } from '../modules/branding/index.ts';
import { ClientType, clientPolicy, GrantTypeEnum, type Client, type GrantType } from '../modules/clients/index.ts';
import { consentPolicy, ConsentType, type Consent } from '../modules/consents/index.ts';
import { customerPolicy, CustomerType } from '../modules/customers/index.ts';
import { groupPolicy, GroupType, requireReachOf, type Group } from '../modules/groups/index.ts';
import { permitSigningKeys } from '../modules/figures/index.ts';
import { exportPolicy } from '../modules/exports/index.ts';
import { importPolicy, UserImportType } from '../modules/imports/index.ts';
import { InvitationType, linkPolicy, type Invitation } from '../modules/links/index.ts';
import { logoutDeliveryPolicy, LogoutDeliveryType } from '../modules/logouts/index.ts';
import { mailPolicy, MailType } from '../modules/mail/index.ts';
import { mfaPolicy, PasskeyType, type Passkey } from '../modules/mfa/index.ts';
import { organizationPolicy, OrganizationType } from '../modules/organizations/index.ts';
import { InitialAccessTokenType, registrationPolicy } from '../modules/registrations/index.ts';
import {
  RememberedDeviceType,
  sessionPolicy,
  SessionType,
  type RememberedDevice,
  type Session,
} from '../modules/sessions/index.ts';
import { userLoader, userPolicy, UserType, type User } from '../modules/users/index.ts';
import { permissionsOn, resolversOf } from './permissions.ts';
import { ViewerType } from './viewer.resolver.ts';

const users = permissionsOn<User>('User', () => UserType, {
  updateUser: ({ viewer }, { id, role }) => userPolicy.update(viewer, id, {}, role),
  deleteUser: ({ viewer }) => userPolicy.delete(viewer),
  inviteUser: ({ viewer }, { role }) => linkPolicy.invite(viewer, role),
  requestPasswordReset: ({ viewer }, { role }) => linkPolicy.startRecovery(viewer, role),
  requestEmailVerification: ({ viewer }, { id, role }) => linkPolicy.verifyEmail(viewer, id, role),
  requestEmailChange: ({ viewer }) => linkPolicy.changeEmail(viewer),
  resetUserMfa: ({ viewer }, { id }) => mfaPolicy.reset(viewer, id),
  revokeUserSessions: ({ viewer }) => sessionPolicy.anybodys(viewer),
  forgetRememberedDevices: ({ viewer }) => sessionPolicy.anybodys(viewer),
});

@Resolver(() => users.Permissions)
class UserFieldsResolver {
  @FieldResolver(() => [String], {
    description: 'The fields of `UpdateUserInput` that the viewer may set, for example to disable fields of a form.',
  })
  updateUserFields(@Root() user: User, @Ctx() { viewer }: RequestContext): string[] {
    return userPolicy.changeable(viewer, user);
  }
}

const groups = permissionsOn<Group>('Group', () => GroupType, {
  updateGroup: mayWrite,
  deleteGroup: mayDelete,
  addGroupMembers: mayWrite,
  removeGroupMembers: mayDelete,
});

function mayWrite(ctx: RequestContext, group: Group): Promise<void> {
  return requireReachOf(ctx, groupPolicy.write(ctx.viewer, ctx.settings.groups), group);
}

function mayDelete(ctx: RequestContext, group: Group): Promise<void> {
  return requireReachOf(ctx, groupPolicy.delete(ctx.viewer, ctx.settings.groups), group);
}

const organizations = permissionsOn('Organization', () => OrganizationType, {
  updateOrganization: ({ viewer }) => organizationPolicy.write(viewer),
  deleteOrganization: ({ viewer }) => organizationPolicy.delete(viewer),
});

const attributeDefinitions = permissionsOn('AttributeDefinition', () => AttributeDefinitionType, {
  updateAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
  deleteAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
});

const clients = permissionsOn<Client>('Client', () => ClientType, {
  updateClient: ({ viewer, settings }, client) => clientPolicy.change(viewer, client, settings.clients),
  rotateClientSecret: ({ viewer, settings }, client) => clientPolicy.change(viewer, client, settings.clients),
  deleteClient: ({ viewer }, client) => clientPolicy.remove(viewer, client),
  revokeRegistrationToken: ({ viewer }) => registrationPolicy.revoke(viewer),
});

const sessions = permissionsOn<Session>('Session', () => SessionType, {
  revokeSession: ({ viewer }, session) => requireReach(session, sessionPolicy.reach(sessionPolicy.own(viewer).viewer)),
});

const devices = permissionsOn<RememberedDevice>('RememberedDevice', () => RememberedDeviceType, {
  forgetRememberedDevice: ({ viewer }, device) =>
    requireReach(device, sessionPolicy.reach(sessionPolicy.own(viewer).viewer)),
});

const passkeys = permissionsOn<Passkey>('Passkey', () => PasskeyType, {
  renamePasskey: mayManage,
  removePasskey: mayManage,
});

/** Passkeys are their user's alone. */
function mayManage({ viewer }: RequestContext, passkey: Passkey): void {
  requireReach(passkey, { userId: mfaPolicy.manage(viewer).viewer.userId });
}

const consents = permissionsOn<Consent>('Consent', () => ConsentType, {
  revokeConsent: ({ viewer }, consent) =>
    requireReach(consent, consentPolicy.reach(consentPolicy.revoke(viewer).viewer)),
});

const invitations = permissionsOn<Invitation>('Invitation', () => InvitationType, {
  resendInvitation: mayInvite,
  revokeInvitation: mayInvite,
});

const mails = permissionsOn('Mail', () => MailType, {
  resendMail: ({ viewer }) => mailPolicy.resend(viewer),
});

const deliveries = permissionsOn('LogoutDelivery', () => LogoutDeliveryType, {
  retryLogoutDelivery: ({ viewer }) => logoutDeliveryPolicy.retry(viewer),
});

const imports = permissionsOn('UserImport', () => UserImportType, {
  cancelUserImport: ({ viewer }) => importPolicy.write(viewer),
  deleteUserImport: ({ viewer }) => importPolicy.delete(viewer),
});

const initialAccessTokens = permissionsOn('InitialAccessToken', () => InitialAccessTokenType, {
  revokeInitialAccessToken: ({ viewer }) => registrationPolicy.revoke(viewer),
});

const events = permissionsOn('AuditEvent', () => AuditEventType, {});
const customers = permissionsOn('Customer', () => CustomerType, {
  updateCustomer: ({ viewer }) => customerPolicy.write(viewer),
  updateBranding: ({ viewer }) => brandingPolicy.write(viewer),
});

/** The role of the invited user counts, so it is read. */
async function mayInvite(ctx: RequestContext, { userId }: Invitation): Promise<void> {
  linkPolicy.invite(ctx.viewer);
  const user = await ctx.loader(userLoader).load(userId);
  linkPolicy.invite(ctx.viewer, user?.role);
}

@ObjectType({ description: 'What the viewer may do, apart from what objects tell of themselves.' })
class ViewerPermissions {}

/** The lists, and the mutations that change no object that exists. */
const viewers = resolversOf<SignedIn>(
  () => ViewerType,
  ViewerPermissions,
  {
    readUsers: ({ viewer }) => userPolicy.read(viewer),
    readGroups: ({ viewer }) => groupPolicy.read(viewer),
    readOrganizations: ({ viewer }) => organizationPolicy.read(viewer),
    readAttributeDefinitions: ({ viewer }) => attributePolicy.read(viewer),
    readClients: ({ viewer }) => clientPolicy.read(viewer),
    readInvitations: ({ viewer }) => linkPolicy.readInvitations(viewer),
    readMails: ({ viewer }) => mailPolicy.read(viewer),
    readLogoutDeliveries: ({ viewer }) => logoutDeliveryPolicy.read(viewer),
    readAuditEvents: ({ viewer }) => auditPolicy.read(viewer),
    readFigures: ({ viewer }) => auditPolicy.read(viewer),
    readSigningKeys: permitSigningKeys,
    readUserImports: ({ viewer }) => importPolicy.read(viewer),
    readInitialAccessTokens: ({ viewer }) => registrationPolicy.read(viewer),
    readSessions: ({ viewer }) => sessionPolicy.own(viewer),
    readConsents: ({ viewer }) => consentPolicy.own(viewer),
    createUser: ({ viewer }) => accountPolicy.create(viewer),
    createUsers: ({ viewer }) => accountPolicy.create(viewer),
    updateUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    enableUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    disableUsers: ({ viewer }) => userPolicy.changeMany(viewer, {}),
    setUserRoles: ({ viewer }) => userPolicy.changeMany(viewer, { role: 'member' }),
    deleteUsers: ({ viewer }) => userPolicy.delete(viewer),
    inviteUsers: ({ viewer }) => linkPolicy.invite(viewer),
    createGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    updateGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    deleteGroups: ({ viewer, settings }) => groupPolicy.delete(viewer, settings.groups),
    addUsersToGroups: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    removeUsersFromGroups: ({ viewer, settings }) => groupPolicy.delete(viewer, settings.groups),
    createClients: ({ viewer }) => clientPolicy.writeMany(viewer),
    updateClients: ({ viewer }) => clientPolicy.writeMany(viewer),
    deleteClients: ({ viewer }) => clientPolicy.deleteMany(viewer),
    requestExport: ({ viewer }) => exportPolicy.read(viewer, null),
    createInitialAccessToken: ({ viewer, settings }) => registrationPolicy.create(viewer, settings.clients),
    createUserImport: ({ viewer }) => importPolicy.write(viewer),
    createGroup: ({ viewer, settings }) => groupPolicy.write(viewer, settings.groups),
    createOrganization: ({ viewer }) => organizationPolicy.write(viewer),
    createAttributeDefinition: ({ viewer }) => attributePolicy.define(viewer),
    createClient: ({ viewer, settings }) => clientPolicy.create(viewer, settings.clients),
    startMfaSetup: ({ viewer }) => mfaPolicy.manage(viewer),
    verifyMfaSetup: ({ viewer }) => mfaPolicy.manage(viewer),
    disableMfa: ({ viewer }) => mfaPolicy.manage(viewer),
    regenerateBackupCodes: ({ viewer }) => mfaPolicy.manage(viewer),
    renamePasskey: ({ viewer }) => mfaPolicy.manage(viewer),
    removePasskey: ({ viewer }) => mfaPolicy.manage(viewer),
    requestOwnEmailChange: ({ viewer }) => linkPolicy.changeOwnEmail(viewer),
    revokeOtherSessions: ({ viewer }) => sessionPolicy.own(viewer),
    forgetRememberedDevice: ({ viewer }) => sessionPolicy.own(viewer),
  },
  (name) =>
    name === 'readSigningKeys'
      ? 'Whether the viewer sees the keys of the server in `figures.signingKeys`.'
      : `Whether the viewer may use \`${name.replace(/^read./, (start) => start.slice(4).toLowerCase())}\`.`,
);

@Resolver(() => ViewerPermissions)
class ViewerFieldsResolver {
  @FieldResolver(() => [ScopeEnum], {
    description:
      'The scopes that the viewer may give a client of this grant type. Empty if there can be no such client.',
  })
  createClientScopes(
    @Arg('grantType', () => GrantTypeEnum, {
      defaultValue: 'authorization_code',
      description: 'How the client gets tokens.',
    })
    grantType: GrantType,
    @Ctx() { viewer, settings }: RequestContext,
  ): string[] {
    return clientPolicy.grantableScopes(viewer, grantType, settings.clients);
  }
}

/** The resolvers of everything that is called `viewerCan`. */
export const permissionResolvers = [
  ...[
    users,
    groups,
    organizations,
    attributeDefinitions,
    clients,
    sessions,
    devices,
    passkeys,
    consents,
    invitations,
    mails,
    deliveries,
    imports,
    initialAccessTokens,
    events,
    customers,
  ].flatMap(({ resolvers }) => resolvers),
  ...viewers,
  UserFieldsResolver,
  ViewerFieldsResolver,
];
