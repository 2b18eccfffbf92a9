import type { RequestContext } from '../../ground/kernel/context.ts';
import { signedIn } from '../../ground/kernel/access.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readId } from '../../ground/kernel/ids.ts';
import { orderBy, type Order } from '../../ground/lists/order.ts';
import { edgeOf, PAGE_MAX, readPage, type Connection, type PageArgs } from '../../ground/lists/pagination.ts';
import { searchSubjects, type SubjectKind } from '../access/index.ts';
import type { ApiScope } from '../apis/api-scope.entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Group } from '../groups/group.entity.ts';
import type { User } from '../users/user.entity.ts';
import { explanationPolicy } from './explanation.policy.ts';

/** Somebody who may use a scope, by id. */
interface Able {
  readonly id: string;
}

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
  ): Promise<Connection<Able> | null> {
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
    const edges = found.map((node) => edgeOf(order, node, ({ id }) => [id]));
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
}
