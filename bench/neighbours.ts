/**
 * What others notice of a caller who asks for all that a caller may: how long they wait for health, userinfo and tokens, alone and
 * beside others: eight members, each of whom reads 300 members of each of 100 groups again and again, a service account that exports
 * all users, and one that imports users.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../src/ground/kernel/clock.ts';
import { newId } from '../src/ground/kernel/ids.ts';
import { Grant } from '../src/modules/grants/index.ts';
import { Keyring } from '../src/modules/keys/index.ts';
import { Session } from '../src/modules/sessions/index.ts';
import { issueAccessToken } from '../src/doors/oauth/tokens/access-token.ts';
import { startGuildhall } from './contestants/index.ts';
import type { HeavyCallers } from './heavy-callers.ts';
import { bytesOf, drive, type Script } from './load.ts';
import { stop, type Patience } from './machine.ts';
import { operations } from './operations.ts';
import type { Options } from './options.ts';
import { createDatabase } from './scale/database.ts';
import { median, percentile } from './statistics.ts';
import { withRuntime } from './tenant.ts';
import { createWorld, USER_SCOPES, type World } from './world.ts';

export interface Neighbour {
  readonly title: string;
  readonly who: string;
  /** Milliseconds that 99 of 100 answers stay under: the median of the rounds. */
  readonly alone: number;
  readonly beside: number;
  readonly limit: number;
}

const USERS = 30_000;
const GROUPS = 300;
const GROUP_MEMBERS = 300;
const READERS = 8;
/** Those who wait: as many as a busy server answers at once. */
const VICTIMS = 16;
/** How long health may take beside them, in milliseconds; the others, as a multiple of what they take alone. */
const HEALTH_MS = 100;
const TIMES = 3;
/** A round is to hold hundreds of answers. */
const ROUND_SECONDS = 5;
const health = { title: 'health', scripts: (): Script[] => repeated(bytesOf({ method: 'GET', path: '/healthz' })) };
const repeated = (bytes: Buffer): Script[] => Array.from({ length: VICTIMS }, () => () => bytes);

export async function measureNeighbours(adminUrl: string, options: Options, patience: Patience): Promise<Neighbour[]> {
  const world = await createWorld(await createDatabase(adminUrl, 'neighbours'), USERS, 1);
  await fillGroups(world);
  const tokens = await tokensOf(world);
  // Members have the budgets that they have by default.
  const server = await startGuildhall({ ...world, env: { ...world.env, COST_PER_SECOND: '50000' } });
  try {
    const lines = [health, ...operations.filter(({ name }) => name === 'userinfo' || name === 'token')];
    const service = { port: server.port, tokens: [server.world.clientToken] };
    const neighbours: { who: string; callers: HeavyCallers }[] = [
      { who: 'eight who read all they may', callers: { port: server.port, tokens, calls: 'reads' } },
      { who: 'one who exports', callers: { ...service, calls: 'exports' } },
      { who: 'one who imports', callers: { ...service, calls: 'imports' } },
    ];
    const found: Neighbour[] = [];
    for (const { title, scripts } of lines) {
      const lap = async (): Promise<number> => {
        const { latencies } = await drive(server.port, scripts(world).slice(0, VICTIMS), 200, ROUND_SECONDS);
        return percentile(latencies, 0.99);
      };
      const alone: number[] = [];
      const slowed = neighbours.map((): number[] => []);
      for (let round = 0; round < options.rounds; round += 1) {
        await patience.quiet();
        alone.push(await lap());
        for (const [n, { callers }] of neighbours.entries()) {
          await patience.quiet();
          slowed[n]!.push(await beside(callers, lap));
        }
      }
      const limit = title === health.title ? HEALTH_MS : TIMES * median(alone);
      for (const [n, { who }] of neighbours.entries())
        found.push({ title, who, alone: median(alone), beside: median(slowed[n]!), limit });
    }
    return found;
  } finally {
    await server.stop();
  }
}

/** Does it beside callers. Throws if one of them gets another answer than it should. */
async function beside<Found>(callers: HeavyCallers, lap: () => Promise<Found>): Promise<Found> {
  const calling = fork('bench/heavy-callers.ts', { execArgv: [] });
  calling.send(callers);
  const ended = once(calling, 'exit').then(() => Promise.reject(new Error('The neighbours have stopped.')));
  ended.catch(() => {});
  try {
    return await Promise.race([sleep(1000).then(lap), ended]);
  } finally {
    await stop(calling);
  }
}

async function fillGroups({ databaseUrl, customerId }: World): Promise<void> {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  await database.query(
    `with made as (
       insert into groups (id, customer_id, name, created_at, updated_at)
       select uuidv7(), $1, 'crowd-' || n, now(), now() from generate_series(1, $2::int) n returning id
     ), people as (select id, row_number() over () as place from users where customer_id = $1)
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select made.id, people.id, $1, now() from (select id, row_number() over () as place from made) made
     join people on (people.place + made.place * 97) % $3::int < $4::int`,
    [customerId, GROUPS, USERS, GROUP_MEMBERS],
  );
  await database.query('vacuum analyze');
  await database.end();
}

/** Access tokens of members, each with a session of its own. */
function tokensOf({ env, databaseUrl, customerId, users, application: { clientId } }: World): Promise<string[]> {
  return withRuntime(env, databaseUrl, systemClock, async (runtime) => {
    await runtime.get(Keyring).ensure();
    const now = systemClock.now();
    const expiresAt = new Date(now.getTime() + 86_400_000);
    const tokens: string[] = [];
    for (const userId of users.slice(0, READERS)) {
      const login = { customerId, userId, authTime: now, amr: ['pwd'], createdAt: now };
      const [sessionId, grantId] = [newId(now), newId(now)];
      const em = runtime.fork();
      await em.insert(Session, {
        ...login,
        id: sessionId,
        secretHash: randomBytes(32),
        lastAccessedAt: now,
        expiresAt,
      });
      await em.insert(Grant, { ...login, id: grantId, sessionId, clientId, scopes: USER_SCOPES });
      const known = {
        ...login,
        grantId,
        sessionId,
        sessionExpiresAt: expiresAt,
        acr: null,
        idTokenClaims: [],
        organization: null,
      };
      tokens.push(
        (await issueAccessToken(runtime, { clientId, customerId, scopes: USER_SCOPES, login: known }, now)).token,
      );
    }
    return tokens;
  });
}
