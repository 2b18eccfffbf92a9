import type { EntityManager } from '@mikro-orm/postgresql';
import { entityNamed } from '../../ground/kernel/entity.ts';
import type { NodeKind } from './question.ts';
import type { FoundSubject, Part } from './search.hot.sql.ts';

/** What is read of objects of every kind. Of them, users alone have the others. */
interface Node {
  readonly id: string;
  readonly customerId: string;
  readonly username?: string | null;
  readonly role: string;
  readonly administration: string | null;
  readonly isActive: boolean;
}

/** Which of the users are meant: those who are one of these, and active. */
interface Only {
  readonly isActive?: boolean;
  readonly $or?: Partial<Pick<Node, 'role' | 'administration'>>[];
}

const ENTITIES = { organization: 'Organization', group: 'Group', user: 'User', client: 'Client' } as const;

/** A page of the customer's objects of a kind, by id. */
export async function nodesOf(
  em: EntityManager,
  kind: NodeKind,
  { customerId, after, most: limit }: Part & { readonly customerId: string },
  only: Only = {},
): Promise<FoundSubject[]> {
  const found = await em.find(
    entityNamed<Node>(ENTITIES[kind]),
    { customerId, id: { $gt: after }, ...only },
    {
      fields: kind === 'user' ? ['id', 'username'] : ['id'],
      orderBy: { id: 'asc' },
      limit,
      disableIdentityMap: true,
    },
  );
  return found.map(({ id, username = null }) => ({ id, username, counts: true }));
}
