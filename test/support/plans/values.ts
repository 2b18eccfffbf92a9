import { createHash } from 'node:crypto';

export const uuid = (what: string): string =>
  createHash('md5')
    .update(what)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
export const hash = (what: string): string => `\\x${createHash('sha256').update(what).digest('hex')}`;
export const list = (...items: readonly string[]): string => `{${items.map((item) => JSON.stringify(item)).join()}}`;

/** The rows that the statements name: those of the first user of the first customer, which has nearly everything. */
export const CUSTOMER = uuid('customer 1');
export const USER = uuid('user 1 1');
export const USERS = [USER, uuid('user 1 2'), uuid('user 1 3')];
export const GROUP = uuid('group 1 1');
export const GROUPS = [GROUP, uuid('group 1 2'), uuid('group 1 3')];
export const CLIENT = 'client-1';
export const NOW = new Date().toISOString();
export const NIL = '00000000-0000-0000-0000-000000000000';

type Value = string | null;
type Values = Readonly<Record<string, Value>>;

export interface Hot {
  readonly values: Values;
  /** How many rows of a table it names at the most; `ROWS_NAMED` where this is left out. */
  readonly rows?: number;
}

export const hot = (values: Values): Hot => ({ values });
export const naming = (rows: number, values: Values): Hot => ({ rows, values });
