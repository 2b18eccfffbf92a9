import { requireProof, userOf } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { NIL_ID } from '../../ground/kernel/ids.ts';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import { audit, AuditHistoryService, type AuditEvent } from '../audit/index.ts';
import { Client } from '../clients/index.ts';
import { Consent, declinedNames, scopesAllowed } from '../consents/index.ts';
import { EffectiveMembershipService, Membership } from '../groups/index.ts';
import { Invitation } from '../links/index.ts';
import { OutboxMail } from '../mail/index.ts';
import { CodeService, PasskeyService } from '../mfa/index.ts';
import { Organization } from '../organizations/index.ts';
import { RoleAssignment } from '../roles/index.ts';
import { RememberedDevice, Session } from '../sessions/index.ts';
import { fieldsHaving, ProfileService, type Profile } from '../users/index.ts';

/** The most items of each list. */
const LIST_MAX = PAGE_MAX;
/** The most pages of the history. */
const HISTORY_PAGES = 5;

/** A list as the file has it. */
interface Listed {
  readonly items: readonly object[];
  /** Whether there are more than the file has. Administrators can export all. */
  readonly isComplete: boolean;
}

/** What the server holds on the viewer, as JSON. */
export class OwnDataService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Everything that users may see of themselves: account, attributes, groups (also those through groups), roles, sessions, consents, own applications, second
   * factors, invitations, mails and history. Secrets and their hashes are left out, and so are attributes for administrators
   * only. The viewer must have signed in recently. The audit trail records it.
   */
  async export(): Promise<object> {
    const viewer = userOf(this.ctx.viewer);
    requireProof(viewer, this.ctx.clock.now());
    const { customerId, userId } = viewer;
    await audit.recordNow(this.ctx, { action: 'user.exported', subjectType: 'user', subjectId: userId });
    const profile = await this.ctx.get(ProfileService).own();
    const { organizationId } = profile.user;
    const em = this.ctx.em.fork();
    const options = { limit: LIST_MAX + 1, disableIdentityMap: true } as const;
    const own = { customerId, userId };
    const [
      organization,
      memberships,
      effective,
      assignments,
      sessions,
      consents,
      clients,
      factors,
      passkeys,
      devices,
      invitations,
      mails,
      history,
    ] = await Promise.all([
      organizationId ? em.findOne(Organization, { id: organizationId, customerId }) : null,
      em.find(Membership, own, { ...options, populate: ['group'] }),
      this.ctx.get(EffectiveMembershipService).groupsOf(profile.user, { first: LIST_MAX }),
      em.find(
        RoleAssignment,
        { ...own, $or: [{ expiresAt: null }, { expiresAt: { $gt: this.ctx.clock.now() } }] },
        {
          ...options,
          populate: ['role', 'organization'],
          orderBy: { id: 'asc' },
        },
      ),
      em.find(Session, own, { ...options, orderBy: { id: 'desc' } }),
      em.find(Consent, own, { ...options, populate: ['client'] }),
      em.find(Client, { customerId, ownerId: userId }, { ...options, orderBy: { id: 'asc' } }),
      this.ctx.get(CodeService).factors(own),
      this.ctx.get(PasskeyService).own(),
      em.find(RememberedDevice, own, { ...options, orderBy: { id: 'desc' } }),
      em.find(Invitation, own, { ...options, orderBy: { id: 'desc' } }),
      em.find(OutboxMail, { customerId, userId, id: { $gt: NIL_ID } }, { ...options, orderBy: { id: 'desc' } }),
      this.history(),
    ]);
    return {
      exportedAt: this.ctx.clock.now(),
      account: accountOf(profile),
      organization: organization && { id: organization.id, name: organization.name },
      groups: listed(memberships, ({ group, joinedAt }) => ({ id: group.id, name: group.name, joinedAt })),
      effectiveGroups: {
        items: effective.edges.map(({ node: { id, name } }) => ({ id, name })),
        isComplete: !effective.pageInfo.hasNextPage,
      },
      roles: listed(assignments, ({ role, organization: place, createdAt, expiresAt }) => ({
        id: role.id,
        name: role.name,
        organization: place && { id: place.id, name: place.name },
        createdAt,
        expiresAt,
      })),
      sessions: listed(sessions, (session) => ({
        ...only('id', 'ipAddress', 'userAgent')(session),
        authenticationMethods: session.amr,
        authenticatedAt: session.authTime,
        ...only('createdAt', 'lastAccessedAt', 'expiresAt')(session),
      })),
      consents: listed(consents, (consent) => ({
        client: { id: consent.client.id, name: consent.client.name },
        scopes: scopesAllowed(consent),
        declinedScopes: declinedNames(consent),
        ...only('resources', 'claims', 'authorizationDetails', 'returnHosts')(consent),
        ...only('createdAt', 'updatedAt')(consent),
      })),
      applications: listed(clients, only('id', 'name', 'redirectUris', 'scopes', 'createdAt')),
      secondFactor: factors && { enabledAt: factors.app?.enabledAt ?? null, unusedBackupCodes: factors.codesLeft },
      passkeys: passkeys.map(only('name', 'isSyncable', 'isSynced', 'createdAt', 'lastUsedAt')),
      rememberedDevices: listed(
        devices,
        only('id', 'browser', 'system', 'ipAddress', 'createdAt', 'lastUsedAt', 'expiresAt'),
      ),
      invitations: listed(
        invitations,
        only('email', 'applicationUrl', 'sentAt', 'expiresAt', 'acceptedAt', 'revokedAt'),
      ),
      mails: listed(mails, only('kind', 'to', 'subject', 'createdAt', 'sentAt')),
      history,
    };
  }

  /** The newest events about the viewer. */
  private async history(): Promise<Listed> {
    const { userId } = userOf(this.ctx.viewer);
    const events: AuditEvent[] = [];
    let after: string | null = null;
    for (let page = 0; page < HISTORY_PAGES; page += 1) {
      const { edges, pageInfo } = await this.ctx.get(AuditHistoryService).own({ first: PAGE_MAX, after });
      events.push(...edges.map(({ node }) => node));
      if (!pageInfo.hasNextPage) return { items: events.map((event) => eventOf(event, userId)), isComplete: true };
      after = pageInfo.endCursor;
    }
    return { items: events.map((event) => eventOf(event, userId)), isComplete: false };
  }
}

// The organization is told with its name.
const ACCOUNT = fieldsHaving('isExported').filter((field) => field !== 'organizationId');

function accountOf({ user, attributes }: Profile): object {
  const values = attributes
    .filter(({ value }) => value !== null)
    .map(({ definition, value }) => [definition.name, value]);
  return { ...only(...ACCOUNT)(user), attributes: Object.fromEntries(values) as object };
}

/** What others did is told without where they were. */
function eventOf({ id, occurredAt, action, actorType, actorId, ipAddress }: AuditEvent, userId: string): object {
  const isOwn = actorId === userId;
  const where = isOwn || actorType === 'anonymous' ? { ipAddress } : {};
  return { id, occurredAt, action, by: isOwn ? 'you' : actorType, ...where };
}

const listed = <Row>(rows: readonly Row[], shown: (row: Row) => object): Listed => ({
  items: rows.slice(0, LIST_MAX).map(shown),
  isComplete: rows.length <= LIST_MAX,
});

/** These properties of a row, and no others. */
const only =
  <Key extends string>(...keys: readonly Key[]) =>
  (row: Readonly<Record<Key, unknown>>): object =>
    Object.fromEntries(keys.map((key) => [key, row[key]]));
