import { LRUCache } from 'lru-cache';
import { isRaw } from '@mikro-orm/postgresql';

/** The most texts that get names. Each connection keeps a plan for every name that it has seen. */
const NAMES_MAX = 500;
/** The most texts that are remembered, to see whether they come again. */
const SEEN_MAX = 2_000;

/** Names for texts that come again. Texts that differ in every request, such as those with lists of ids, get none. */
export class Names {
  private readonly names = new Map<string, string>();
  private readonly seen = new LRUCache<string, true>({ max: SEEN_MAX });

  /** The name of a text, from the second time on. */
  of(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= NAMES_MAX) return name;
    if (!this.seen.has(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    this.seen.delete(text);
    const made = `orm.${this.names.size + 1}`;
    this.names.set(text, made);
    return made;
  }
}

/** A query with PostgreSQL's numbered parameters. */
interface Numbered {
  readonly text: string;
  readonly values: unknown[];
}

/** Numbers the parameters of a query. MikroORM's marks are `?` for a value or a fragment, and `??` for an identifier. */
export function numbered(query: string, params: readonly unknown[], identifier: (name: string) => string): Numbered {
  const values: unknown[] = [];
  const add = (value: unknown): string => {
    if (isRaw(value)) return fill(value.sql, value.params);
    if (Array.isArray(value)) return value.map(add).join(', ');
    return `$${values.push(value)}`;
  };
  const fill = (sql: string, given: readonly unknown[]): string => {
    if (given.length === 0) return sql;
    let next = 0;
    return sql.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      const value = given[next++];
      return mark === '??' ? identifier(value as string) : add(value);
    });
  };
  return { text: fill(query, params), values };
}

/** What a query does and to which table, such as `select users`. */
export function summaryOf(text: string): string {
  const [, verb = 'query'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z]\w*)/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}
