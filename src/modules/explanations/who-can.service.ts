import { raw, sql } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { signedIn } from '../../ground/kernel/access.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readId } from '../../ground/kernel/ids.ts';
import { orderBy, type Order } from '../../ground/lists/order.ts';
import {
  edgeOf,
  PAGE_MAX,
  readPage,
  type Connection,
  type Edge,
  type PageArgs,
} from '../../ground/lists/pagination.ts';
import { rolesOf, searchSubjects, type SubjectKind } from '../access/index.ts';
import type { ApiScope } from '../apis/api-scope.entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Group } from '../groups/group.entity.ts';
import type { User } from '../users/user.entity.ts';
import { explanationPolicy } from './explanation.policy.ts';
import { reasonOf, type Reason, type StoredReason } from './reason.ts';

/** Somebody who may use a scope, by id. */
interface Able {
  readonly id: string;
}

/** The same with the reason. */
interface AbleEdge extends Edge<Able>, Reason {}

/** How many pages are searched to fill one: those who are disabled are passed over. */
const SEARCHES_MAX = 10;

const orderOf = (kind: SubjectKind): Order =>
  ({
    user: () => orderBy(entityNamed<User>('User'), { id: 'asc' }),
    group: () => orderBy(entityNamed<Group>('Group'), { id: 'asc' }),
    client: () => orderBy(entityNamed<Client>('Client'), { id: 'asc' }),
  })[kind]();

/** Finds who may use a scope, for one viewer. */
export class WhoCanService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page of the ids of a kind, in their order, or null if the viewer may not see them. A page is read forward alone. */
  async find(
    scope: ApiScope,
    kind: SubjectKind,
    organizationId: string | null,
    args: PageArgs,
  ): Promise<Connection<Able, AbleEdge> | null> {
    if (!explanationPolicy.readsAll(this.ctx.viewer)) return null;
    for (const field of ['last', 'before'] as const) if (args[field] != null) throw fault(field, 'not_empty');
    const order = orderOf(kind);
    const { size, after } = readPage(args, order);
    const { customerId } = signedIn(this.ctx.viewer);
    const asked = {
      customerId,
      resource: { kind: 'api', api: scope.apiId } as const,
      scopes: [scope.name],
      organizationId: organizationId ? readId('organizationId', organizationId) : null,
    };
    const search = (from: string, limit: number) =>
      searchSubjects(this.ctx.runtime, kind, asked, { after: from, limit });
    const found: Able[] = [];
    let next: string | null = (after?.[0] as string | undefined) ?? '';
    for (let n = 0; n < SEARCHES_MAX && next !== null && found.length < size; n += 1) {
      const page: Awaited<ReturnType<typeof search>> = await search(next, size - found.length);
      found.push(...page.results);
      ({ next } = page);
    }
    const reasons = await this.reasons(scope, kind, asked.organizationId, found);
    const edges = found.map((node): AbleEdge => {
      const { cursor } = edgeOf(order, node, ({ id }) => [id]);
      return { node, cursor, ...reasonOf(kind, reasons.get(node.id)) };
    });
    // The place from which to go on, which those have who are passed over, too.
    const end = next === null ? edges.at(-1) : edgeOf(order, { id: next }, ({ id }) => [id]);
    let all: ReturnType<typeof search> | undefined;
    const counted = () => (all ??= search('', PAGE_MAX));
    return {
      edges,
      pageInfo: {
        hasNextPage: next !== null,
        hasPreviousPage: after !== null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: end?.cursor ?? null,
      },
      total: async () => (await counted()).results.length,
      isTotalExact: async () => (await counted()).next === null,
    };
  }

  /** Why these may use the scope. */
  private async reasons(
    { id, apiId }: ApiScope,
    kind: SubjectKind,
    organizationId: string | null,
    found: readonly Able[],
  ): Promise<ReadonlyMap<string, StoredReason>> {
    if (found.length === 0) return new Map();
    const roles = rolesOf(kind, { organizationId: 'asked.organization_id', now: 'asked.now' });
    const rows = await this.ctx.db.select<StoredReason>(sql`
      select u.id, a.requires_role as "requiresRole", a.customer_id is null as "isOwn", coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
        from (select distinct x.role_id from (${raw(roles)}) x) held
        cross join lateral (select id, name from roles where id = held.role_id limit 1) r
        where exists (select from role_permissions q where q.role_id = r.id and q.scope_id = asked.scope_id)), '[]') as roles
      from jsonb_array_elements_text(${JSON.stringify(found.map((each) => each.id))}::jsonb) u (id)
      cross join (
        select ${id}::uuid as scope_id, ${organizationId}::uuid as organization_id, ${this.ctx.clock.now()}::timestamptz as now
      ) asked
      cross join lateral (select requires_role, customer_id from apis where id = ${apiId}::uuid limit 1) a`);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
