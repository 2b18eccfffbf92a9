import { LockMode, type EntityClass, type EntityKey } from '@mikro-orm/postgresql';
import type { Runtime } from './runtime.ts';

/** Rows are locked a batch at a time, so a request that needs one waits only for a moment. */
const BATCH = 100;

/** Where sealed values are stored: a property of an entity, and the purpose they are sealed for. */
interface Sealed<Entity extends object> {
  readonly entity: EntityClass<Entity>;
  readonly property: EntityKey<Entity>;
  readonly purpose: string;
}

/** How many values were sealed with SECRET_KEY that were not before, and how many no key opens. */
export interface Resealed {
  readonly resealed: number;
  readonly unreadable: number;
}

/** Seals with SECRET_KEY what the previous key sealed, batch by batch, while servers use it. */
export async function reseal<Entity extends object>(
  { db, fork, vault }: Runtime,
  { entity, property, purpose }: Sealed<Entity>,
): Promise<Resealed> {
  const done = { resealed: 0, unreadable: 0 };
  const options = {
    first: BATCH,
    where: { [property]: { $ne: null } },
    orderBy: fork()
      .getMetadata(entity)
      .primaryKeys.map((key) => ({ [key]: 'asc' })),
    populate: [property],
    lockMode: LockMode.PESSIMISTIC_WRITE,
    includeCount: false,
  };
  for (let after: string | null | undefined; after !== null;) {
    const batch = await db.transaction(async ({ em }) => {
      const page = await em.findByCursor(entity, { ...options, after } as never);
      let [resealed, unreadable] = [0, 0];
      for (const row of page.items as Record<string, Buffer>[]) {
        const fresh = vault.reseal(purpose, row[property]!);
        if (fresh === null) unreadable += 1;
        if (!Buffer.isBuffer(fresh)) continue;
        row[property] = fresh;
        resealed += 1;
      }
      return { resealed, unreadable, next: page.hasNextPage ? page.endCursor : null };
    });
    done.resealed += batch.resealed;
    done.unreadable += batch.unreadable;
    after = batch.next;
  }
  return done;
}
