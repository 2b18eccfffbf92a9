import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp();

interface Relation {
  readonly table: string;
  readonly column: string;
  readonly target: string;
}

const relations = () =>
  [...app.server.database.orm.getMetadata().getAll().values()].flatMap((meta) =>
    meta.relations.map((relation) => ({ meta, relation })),
  );

it('follow every foreign key, and but for the customer nothing else', async () => {
  const { rows } = await app.server.database.pool.query<Relation>(`
    select conrelid::regclass::text as table, attname::text as column, confrelid::regclass::text as target
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and (attname <> 'customer_id' or cardinality(conkey) = 1)`);
  const text = ({ table, column, target }: Relation): string => `${table}.${column} to ${target}`;
  const declared = relations().map(({ meta, relation }) =>
    text({ table: meta.tableName, column: relation.fieldNames[0]!, target: relation.targetMeta!.tableName }),
  );
  const keys = rows.map(text);
  expect(keys.filter((key) => !declared.includes(key))).toEqual([]);
  expect(declared.filter((key) => !keys.includes(key) && !key.endsWith('.customer_id to customers'))).toEqual([]);
});

it('stand beside the id they go by, and are followed by filters and populate', async () => {
  const em = app.server.database.orm.em.fork();
  for (const { meta, relation } of relations()) {
    const id = Object.values(meta.properties).find(
      (property) => property.kind === 'scalar' && property.fieldNames[0] === relation.fieldNames[0],
    );
    expect([relation.name, id?.name]).toEqual([relation.name, `${relation.name}Id`]);
    const where = { [relation.name]: { createdAt: { $lt: new Date() } } };
    await em.find(meta.class, where, { populate: [relation.name] as never, limit: 1 });
  }
});

it('go as far as one likes', async () => {
  const { orm } = app.server.database;
  const { class: membership } = orm.getMetadata('Membership' as never);
  const where = { group: { organization: { name: 'none' } } };
  expect(await orm.em.fork().find(membership, where, { populate: ['group.organization'] as never })).toEqual([]);
});
