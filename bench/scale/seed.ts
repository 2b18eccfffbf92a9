import pg, { type Pool } from 'pg';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { countEvents } from '../../src/modules/audit/index.ts';
import { createTenant, type Tenant } from '../tenant.ts';
import { copyInto } from './copy.ts';
import { person } from './people.ts';
import { TRAIL, trailOf } from './trail.ts';

/** A customer of so many users, each of them found by `person`. */
export interface Scale extends Tenant {
  readonly size: number;
  /** Ids of a thousand groups of ten members each. */
  readonly groups: readonly string[];
  /** A group of everybody but the `outsiders`. */
  readonly largeGroup: string;
  readonly outsiders: readonly string[];
}

const GROUPS = 1000;
const GROUP_SIZE = 10;
/** Those who can be added to the group of nearly all: half of them at most. */
const OUTSIDERS = 2000;

/** Makes a database of its own, and fills it by COPY. */
export async function createScale(adminUrl: string, size: number): Promise<Scale> {
  const name = `scale_${size}`;
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return createTenant(adminUrl.replace(/[^/]*$/, name), async ({ customerId }, runtime, { pool }) => {
    const now = systemClock.now();
    const outsiders = Math.min(OUTSIDERS, size / 2);
    const users = Array.from({ length: size }, (_, n) => newId(new Date(now.getTime() - size + n)));
    const [largeGroup, ...groups] = Array.from({ length: GROUPS }, () => newId(now)) as [string, ...string[]];
    const client = await pool.connect();
    const copy = (target: string, rows: Iterable<string>): Promise<void> => copyInto(client, target, rows);
    const stamp = now.toISOString();
    // A million entries are sorted into the index sooner than added to it one by one.
    const indexes = await indexesOf(pool, '^users_(search|list_\\w+)_index$');
    for (const { indexname } of indexes) await pool.query(`drop index ${indexname}`);
    await copy(
      'users (id, customer_id, email, email_key, email_verified, name, given_name, family_name, created_at, updated_at)',
      users.map((id, n) => {
        const { email, name: full, givenName, familyName } = person(n);
        return [id, customerId, email, email, n % 4 > 0, full, givenName, familyName, stamp, stamp].join('\t');
      }),
    );
    for (const { indexdef } of indexes) await pool.query(indexdef);
    await copy(
      'groups (id, customer_id, name, created_at, updated_at)',
      [largeGroup, ...groups].map((id, n) => [id, customerId, `Group ${n}`, stamp, stamp].join('\t')),
    );
    await copy('memberships (group_id, user_id, customer_id, joined_at)', memberships(largeGroup, groups, users));
    await copy(TRAIL, trailOf(customerId, users, now));
    client.release();
    await countEvents(runtime);
    await pool.query('vacuum analyze');
    return { size, groups, largeGroup, outsiders: users.slice(-outsiders) };

    function* memberships(large: string, small: readonly string[], all: readonly string[]): Generator<string> {
      for (const user of all.slice(0, -outsiders)) yield [large, user, customerId, stamp].join('\t');
      for (const [n, group] of small.entries())
        for (const user of all.slice(n * 2, n * 2 + GROUP_SIZE)) yield [group, user, customerId, stamp].join('\t');
    }
  });
}

interface Index {
  readonly indexname: string;
  readonly indexdef: string;
}

async function indexesOf(pool: Pool, names: string): Promise<Index[]> {
  const query = 'select indexname, indexdef from pg_indexes where indexname ~ $1';
  return (await pool.query<Index>(query, [names])).rows;
}
