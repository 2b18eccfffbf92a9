import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { errorOf, type AppError } from '../../ground/kernel/errors.ts';
import { actsForItself, Client, isExpiredClient } from '../clients/index.ts';
import { Group } from '../groups/index.ts';
import { User } from '../users/index.ts';
import { roleErrors } from './errors.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import { ASSIGNMENTS_MAX, keyOfHolder, type Holder } from './role-assignment.input.ts';
import { HOLDER_IDS, lasting, type HolderKind } from './role-holders.ts';

/** A holder of a list, and whether it does not have the role yet. */
type Candidate = Holder & { readonly isNew: boolean };

/** Why holders cannot have a role, by their keys. Those that can have it are missing. */
export async function refusedHolders(
  em: EntityManager,
  customerId: string,
  now: Date,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, AppError>> {
  const refused = new Map<string, AppError>();
  for (const [kind, those] of Map.groupBy(candidates, (each) => each.kind)) {
    const ids = those.map(({ id }) => id);
    const errors = await FAULTS[kind](em, customerId, ids, now);
    const counts = await countsOf(em, customerId, kind, ids, now);
    for (const { id, isNew } of those) {
      const isFull = isNew && (counts.get(id) ?? 0) >= ASSIGNMENTS_MAX;
      const error = errors(id) ?? (isFull ? roleErrors.TOO_MANY_ASSIGNMENTS() : null);
      if (error) refused.set(keyOfHolder({ kind, id }), error);
    }
  }
  return refused;
}

type Faults = (
  em: EntityManager,
  customerId: string,
  ids: readonly string[],
  now: Date,
) => Promise<(id: string) => AppError | null>;

const FAULTS: Readonly<Record<HolderKind, Faults>> = {
  user: async (em, customerId, ids) => {
    const found = await em.find(
      User,
      { customerId, id: { $in: [...ids] } },
      { fields: ['id'], disableIdentityMap: true },
    );
    const known = new Set(found.map(({ id }) => id));
    return (id) => (known.has(id) ? null : errorOf('USER_NOT_FOUND'));
  },
  group: async (em, customerId, ids) => {
    const found = await em.find(
      Group,
      { customerId, id: { $in: [...ids] } },
      { fields: ['id'], disableIdentityMap: true },
    );
    const known = new Set(found.map(({ id }) => id));
    return (id) => (known.has(id) ? null : errorOf('GROUP_NOT_FOUND'));
  },
  client: async (em, customerId, ids, now) => {
    const found = await em.find(Client, { customerId, id: { $in: [...ids] } }, { disableIdentityMap: true });
    const clients = new Map(found.map((client) => [client.id, client]));
    return (id) => {
      const client = clients.get(id);
      if (!client || isExpiredClient(client, now)) return errorOf('CLIENT_NOT_FOUND');
      return actsForItself(client.grantTypes) ? null : roleErrors.ROLE_OF_APPLICATION();
    };
  },
};

/** How many roles holders have. */
export async function countsOf(
  em: EntityManager,
  customerId: string,
  kind: HolderKind,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const column = HOLDER_IDS[kind];
  const counted = await em
    .createQueryBuilder(RoleAssignment, 'a')
    .select([`a.${column}`, raw('count(*)::int as count')])
    .where({ customerId, [column]: { $in: [...ids] }, ...lasting(now) })
    .groupBy(`a.${column}`)
    .execute<(Record<typeof column, string> & { count: number })[]>('all');
  return new Map(counted.map((row) => [row[column], row.count]));
}
