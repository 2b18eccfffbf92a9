import { sql, type Statement } from './database.ts';
import type { Runtime } from './runtime.ts';

const BATCH = 500;
const LEAST = { uuid: '00000000-0000-0000-0000-000000000000', text: '' } as const;

/** Where sealed values stand: the room that owns them, which the statements' names begin with, a table, its primary key part by part, the column, and the purpose they are sealed for. */
interface Place {
  readonly room: string;
  readonly table: string;
  readonly key: Readonly<Record<string, keyof typeof LEAST>>;
  readonly column: string;
  readonly purpose: string;
}

interface Sealed {
  readonly key: string[];
  readonly sealed: Buffer;
}

/** A place, with the statements that walk it. */
export interface SealedColumn extends Place {
  readonly page: Statement<Sealed>;
  readonly replace: Statement<{ done: number }>;
}

/** How many values are sealed with SECRET_KEY now that were not, and how many no key opens. */
export interface Resealed {
  readonly resealed: number;
  readonly unreadable: number;
}

/** Declares, at module load, a column that holds sealed values. */
export function sealedColumn(place: Place): SealedColumn {
  const { room, table, key, column } = place;
  const parts = Object.entries(key);
  const names = parts.map(([name]) => name).join(', ');
  const behind = parts.map(([, type], index) => `$${index + 1}::${type}`).join(', ');
  const fresh = parts.map((_part, index) => `v.k${index}`).join(', ');
  const columns = parts.map(([name, type], index) => `v.k${index}::${type} = t.${name}`).join(' and ');
  const lists = parts.map((_part, index) => `$${index + 3}::text[]`).join(', ');
  return {
    ...place,
    page: sql(
      `${room}.reseal-page-${table}`,
      `select array[${parts.map(([name]) => `${name}::text`).join(', ')}] as key, ${column} as sealed from ${table}
       where (${names}) > (${behind}) and ${column} is not null order by ${names} limit ${BATCH}`,
    ),
    // A value that has been replaced meanwhile stays as it is.
    replace: sql(
      `${room}.reseal-${table}`,
      `with done as (
         update ${table} t set ${column} = v.fresh
         from unnest($1::bytea[], $2::bytea[], ${lists}) as v(old, fresh, ${fresh.replaceAll('v.', '')})
         where ${columns} and t.${column} = v.old returning 1
       ) select count(*) as done from done`,
    ),
  };
}

/** Seals with SECRET_KEY what the key before it sealed, batch by batch, while others use it. */
export async function resealColumn({ db, vault }: Runtime, of: SealedColumn): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  let behind: readonly string[] = Object.values(of.key).map((type) => LEAST[type]);
  for (;;) {
    const rows = await db.rows(of.page, behind);
    const tried = rows.map((row) => ({ ...row, fresh: vault.reseal(of.purpose, row.sealed) }));
    const old = tried.filter(({ fresh }) => Buffer.isBuffer(fresh));
    if (old.length > 0) {
      const keys = behind.map((_part, index) => old.map(({ key }) => key[index]));
      const values = [old.map(({ sealed }) => sealed), old.map(({ fresh }) => fresh), ...keys];
      resealed += (await db.first(of.replace, values))!.done;
    }
    unreadable += tried.filter(({ fresh }) => fresh === null).length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return { resealed, unreadable };
    behind = last.key;
  }
}
