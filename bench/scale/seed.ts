import pg from 'pg';
import { systemClock } from '../../src/ground/kernel/clock.ts';
import { newId } from '../../src/ground/kernel/ids.ts';
import { createTenant, type Tenant } from '../tenant.ts';
import { copyInto } from './copy.ts';
import { createDatabase } from './database.ts';
import { lateIn } from './late.ts';
import { person } from './people.ts';
import { fillAccess, type Access } from './searches.ts';
import { COUNTERS, TRAIL, trailOf } from './trail.ts';

/** A customer of so many users, each of them found by `person`. */
export interface Scale extends Tenant {
  readonly size: number;
  /** Ids of a thousand groups of ten members each. */
  readonly groups: readonly string[];
  /** A group of everybody but the `outsiders`. */
  readonly largeGroup: string;
  readonly outsiders: readonly string[];
  /** A user behind nine of ten of the large group. */
  readonly deepUser: string;
  /** What the large group has by a role. */
  readonly access: Access;
}

const GROUPS = 1000;
const GROUP_SIZE = 10;
/** Those who can be added to the group of nearly all: half of them at most. */
const OUTSIDERS = 2000;

/** Makes a database of its own, and fills it by COPY. */
export async function createScale(adminUrl: string, size: number): Promise<Scale> {
  const databaseUrl = await createDatabase(adminUrl, `scale_${size}`);
  return createTenant(databaseUrl, async ({ customerId }, runtime) => {
    const now = systemClock.now();
    const outsiders = Math.min(OUTSIDERS, size / 2);
    const users = Array.from({ length: size }, (_, n) => newId(new Date(now.getTime() - size + n)));
    const [largeGroup, ...groups] = Array.from({ length: GROUPS }, () => newId(now)) as [string, ...string[]];
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const copy = (target: string, rows: Iterable<string>): Promise<void> => copyInto(client, target, rows);
    const stamp = now.toISOString();
    // Millions of entries are sorted into an index, and checked by one join, sooner than one by one.
    const late = await lateIn(client, ['users', 'memberships', 'audit_events']);
    for (const { drop } of late) await client.query(drop);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await copy(
      'users (id, customer_id, email, email_key, email_verified, name, given_name, family_name, created_at, updated_at)',
      users.map((id, n) => {
        const { email, name: full, givenName, familyName } = person(n);
        return [id, customerId, email, email, n % 4 > 0, full, givenName, familyName, stamp, stamp].join('\t');
      }),
    );
    await copy(
      'groups (id, customer_id, name, created_at, updated_at)',
      [largeGroup, ...groups].map((id, n) => [id, customerId, `Group ${n}`, stamp, stamp].join('\t')),
    );
    await copy('memberships (group_id, user_id, customer_id, joined_at)', memberships(largeGroup, groups, users));
    await copy(TRAIL, trailOf(customerId, users, now));
    for (const { create } of late) await client.query(create);
    for (const counter of COUNTERS) await client.query(counter);
    const access = await fillAccess(client, runtime, { customerId }, largeGroup);
    await client.query('vacuum analyze');
    await client.end();
    const deepUser = users[Math.floor((size - outsiders) * 0.9)]!;
    return { size, groups, largeGroup, outsiders: users.slice(-outsiders), deepUser, access };

    function* memberships(large: string, small: readonly string[], all: readonly string[]): Generator<string> {
      for (const user of all.slice(0, -outsiders)) yield [large, user, customerId, stamp].join('\t');
      for (const [n, group] of small.entries())
        for (const user of all.slice(n * 2, n * 2 + GROUP_SIZE)) yield [group, user, customerId, stamp].join('\t');
    }
  });
}
