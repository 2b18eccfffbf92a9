import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { expandScopes, SCOPES, signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { readId } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { OWN_API_ID, OWN_SCOPE_IDS } from '../../ground/kernel/own-api.ts';
import { findPage } from '../../ground/lists/entity-page.ts';
import { orderBy } from '../../ground/lists/order.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { factsOf, rolesOf, type Subject } from '../access/index.ts';
import { ApiScope } from '../apis/index.ts';
import { explanationPolicy } from './explanation.policy.ts';
import { reasonOf, type Reason, type StoredReason } from './reason.ts';

/** A scope that a subject may use. */
export interface Permission extends Reason {
  readonly apiScope: ApiScope;
}

/** What is asked for: the scopes of one API, or of all, with or without an organization. */
export interface PermissionFilter {
  readonly apiId?: string | null;
  readonly organizationId?: string | null;
}

const BY_ID = orderBy(ApiScope, { id: 'asc' });

/** Lists what users, groups and service accounts may use, for one viewer. */
export class PermissionService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page of the scopes that the subject may use, or null if the viewer may not see them. */
  async of(
    subject: Subject,
    { apiId, organizationId }: PermissionFilter,
    page: PageArgs,
  ): Promise<Connection<Permission> | null> {
    if (!explanationPolicy.readsOf(this.ctx.viewer, subject)) return null;
    const read = readAll({
      api: () => (apiId ? readId('apiId', apiId) : null),
      organization: () => (organizationId ? readId('organizationId', organizationId) : null),
    });
    const { customerId } = signedIn(this.ctx.viewer);
    const allowed = await this.allowed(customerId, subject, read.organization);
    const where = sql`e.customer_id = ${customerId}::uuid and ${read.api ? sql`e.api_id = ${read.api}::uuid` : raw('true')}
      and e.id = any(array(${allowed}))`;
    const found = await findPage(this.ctx.db, ApiScope, where, BY_ID, page);
    const reasons = await this.reasons(
      subject,
      read.organization,
      found.edges.map(({ node }) => node.id),
    );
    const edges = found.edges.map(({ cursor, node }) => ({
      cursor,
      node: { apiScope: node, ...reasonOf(subject.kind, reasons.get(node.id)) },
    }));
    return { ...found, edges };
  }

  /** The ids of the scopes that the subject may use. */
  private async allowed(customerId: string, subject: Subject, organizationId: string | null): Promise<Raw> {
    const resource = { kind: 'api', api: OWN_API_ID } as const;
    const question = { customerId, subject, resource, scopes: [], organizationId };
    const { isActive, isInOrganization, ownScopes, ...facts } = await factsOf(this.ctx.runtime, question);
    if (!isActive || (organizationId !== null && facts.organizationId === null)) return raw('select null::uuid');
    const has: ReadonlySet<string> = expandScopes(ownScopes);
    const own = SCOPES.filter((scope) => has.has(scope)).map((scope) => OWN_SCOPE_IDS[scope]);
    const ownIds = sql`select unnest(${`{${own.join()}}`}::uuid[])`;
    return isInOrganization ? sql`${ownIds} union ${this.given(customerId, subject, organizationId)}` : ownIds;
  }

  /** The ids of the roles that the subject has, as rows of `role_id`. */
  private held({ kind, id }: Subject, organizationId: string | null): Raw {
    const roles = rolesOf(kind, { organizationId: 'asked.organization_id', now: 'asked.now' });
    return sql`
      select distinct held.role_id from (select ${id}::text as id) u
      cross join (select ${organizationId}::uuid as organization_id, ${this.ctx.clock.now()}::timestamptz as now) asked
      cross join lateral (${raw(roles)}) held`;
  }

  /** The ids of the scopes of the customer's APIs that the subject may use. */
  private given(customerId: string, subject: Subject, organizationId: string | null): Raw {
    const withoutRole =
      subject.kind === 'client'
        ? sql`select scope_id from client_scopes where client_id = ${subject.id}`
        : sql`select s.id from apis a cross join lateral (select id from api_scopes where api_id = a.id offset 0) s
            where a.customer_id = ${customerId}::uuid and not a.requires_role`;
    return sql`
      select q.scope_id from (${this.held(subject, organizationId)}) held
      cross join lateral (select scope_id from role_permissions where role_id = held.role_id offset 0) q
      union ${withoutRole}`;
  }

  /** Why the subject may use these scopes. */
  private async reasons(
    subject: Subject,
    organizationId: string | null,
    scopeIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredReason>> {
    if (scopeIds.length === 0) return new Map();
    const rows = await this.ctx.db.select<StoredReason>(sql`
      with held as materialized (${this.held(subject, organizationId)})
      select s.id, a.requires_role as "requiresRole", a.customer_id is null as "isOwn", coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
        from held cross join lateral (select id, name from roles where id = held.role_id limit 1) r
        where exists (select from role_permissions q where q.role_id = r.id and q.scope_id = s.id)), '[]') as roles
      from unnest(${`{${scopeIds.join()}}`}::uuid[]) asked_scope (id)
      cross join lateral (select id, api_id from api_scopes where id = asked_scope.id limit 1) s
      cross join lateral (select requires_role, customer_id from apis where id = s.api_id limit 1) a`);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
