import { raw, type EntityClass } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';

interface Identified {
  readonly id: string;
  readonly customerId: string;
}

/** Some properties of other rows, by their ids. */
export async function rowsById<Entity extends Identified, Key extends keyof Entity>(
  { runtime }: RequestContext,
  entity: EntityClass<Entity>,
  customerId: string,
  ids: readonly (string | null | undefined)[],
  properties: readonly Key[],
): Promise<ReadonlyMap<string, Pick<Entity, Key>>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await runtime
    .fork()
    .createQueryBuilder(entity, 'e')
    .select(['id', ...properties] as never)
    .where({ id: { $in: wanted }, [raw('e.customer_id is not distinct from ?', [customerId])]: [] } as never)
    .execute<Entity[]>('all');
  return new Map(rows.map((row) => [row.id, row]));
}

/** The values of one property of other rows, by their ids. */
export async function valuesOf<Entity extends Identified, Key extends keyof Entity>(
  ctx: RequestContext,
  entity: EntityClass<Entity>,
  customerId: string,
  ids: readonly (string | null | undefined)[],
  property: Key,
): Promise<ReadonlyMap<string, Entity[Key]>> {
  const rows = await rowsById(ctx, entity, customerId, ids, [property]);
  return new Map([...rows].map(([id, row]) => [id, row[property]]));
}
