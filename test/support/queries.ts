import pg from 'pg';

type Query = (this: unknown, ...args: unknown[]) => unknown;

let seen: string[] = [];
const original = pg.Client.prototype.query as unknown as Query;

// Every statement of ours goes through here, whoever sends it: the named ones, Kysely's and MikroORM's.
pg.Client.prototype.query = function count(this: unknown, ...args: unknown[]) {
  const [first] = args;
  seen.push(typeof first === 'string' ? first : (first as { text: string }).text);
  return original.apply(this, args);
} as never;

/** The statements sent to PostgreSQL by this process while `work` runs: one a round trip. */
export async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  seen = [];
  await work();
  return seen;
}
