import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OverloadGuard } from '#product';
import { useApp } from './support/app.ts';
import { BUILT, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

const app = useApp();
const careful = useApp({ OVERLOAD_LAG_MS: '100' });
let server: Started;
beforeAll(async () => {
  const { databaseUrl, issuer } = app;
  server = await Started.by(BUILT, {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    BASE_URL: issuer,
    OVERLOAD_LAG_MS: '1',
    READY_TIMEOUT_SECONDS: '60',
  });
});
afterAll(async () => {
  process.kill(-server.child.pid!, 'SIGTERM');
  await server.ended();
});

interface Told {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly type: string | null;
  readonly text: string;
}

/** A document that takes a while to read, and that nobody has read before. */
const long = (): string => `query q${randomUUID().slice(0, 8)} { ${'a: __typename '.repeat(300)} }`;

const DOORS = {
  rest: ['/groups', {}],
  oauth: ['/oauth2/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token' }) }],
  page: ['/login', { headers: { accept: 'text/html' } }],
  authorize: ['/oauth2/authorize?client_id=x', { headers: { accept: 'text/html' } }],
  graphql: ['/graphql', { method: 'POST', headers: { 'content-type': 'application/json' } }],
  health: ['/healthz', {}],
  ready: ['/readyz', {}],
} as const;
type Door = keyof typeof DOORS;
const REFUSING = ['rest', 'oauth', 'page', 'authorize', 'graphql'] as const;

async function ask(address: string, door: Door): Promise<Told> {
  const [path, given] = DOORS[door];
  const body = door === 'graphql' ? { body: JSON.stringify({ query: long() }) } : {};
  const response = await fetch(address + path, { ...given, ...body, redirect: 'manual' });
  const { status, headers } = response;
  const told = { retryAfter: headers.get('retry-after'), type: headers.get('content-type') };
  return { status, ...told, text: await response.text() };
}

const FLOOD = Array.from({ length: 40 }, () => [...(Object.keys(DOORS) as Door[]), 'graphql' as const]).flat();

/** Many requests at once, for each door, and twice for GraphQL. */
async function flood(address: string): Promise<Map<Door, Told[]>> {
  const told = await Promise.all(FLOOD.map(async (door) => ({ door, told: await ask(address, door) })));
  const byDoor = Map.groupBy(told, ({ door }) => door);
  return new Map([...byDoor].map(([door, all]) => [door, all.map((one) => one.told)]));
}

/** How long a request may wait before it is refused, if there are many. */
const WAIT_MAX_MS = 2_000;

/**
 * The same for the server that is a process of its own, which is held up for that long once it has all requests: its health is
 * told before anything else.
 */
async function floodAndHoldUp(): Promise<Map<Door, Told[]>> {
  const { pid } = server.child;
  const told = flood(server.address);
  await Promise.all(Array.from({ length: 40 }, () => ask(server.address, 'health')));
  process.kill(pid!, 'SIGSTOP');
  await sleep(WAIT_MAX_MS + 100);
  process.kill(pid!, 'SIGCONT');
  return told;
}

describe('a server with more requests than it can answer', () => {
  const refused = new Map<Door, Told>();
  const healthy = new Set<number>();
  beforeAll(async () => {
    // A fast machine may have answered those of one flood before.
    for (let n = 0; n < 50 && REFUSING.some((door) => !refused.has(door)); n += 1) {
      const told = await floodAndHoldUp();
      for (const door of REFUSING) {
        const one = told.get(door)!.find(({ status }) => status === 503);
        if (one) refused.set(door, one);
      }
      for (const door of ['health', 'ready'] as const) for (const { status } of told.get(door)!) healthy.add(status);
    }
  });

  it.each(REFUSING)('refuses some, and says when to try again: %s', (door) => {
    expect(refused.get(door)).toMatchObject({ status: 503, retryAfter: '1' });
  });

  it('says so in the shape of each door', () => {
    const [rest, oauth, graphql] = (['rest', 'oauth', 'graphql'] as const).map((door) =>
      JSON.parse(refused.get(door)!.text),
    );
    expect(rest).toMatchObject({ error: 'temporarily_unavailable', code: 'OVERLOADED' });
    expect(oauth).toMatchObject({ error: 'temporarily_unavailable', code: 'OVERLOADED' });
    expect(graphql.errors[0].extensions).toMatchObject({ code: 'OVERLOADED', kind: 'UNAVAILABLE' });
    for (const door of ['page', 'authorize'] as const) {
      expect(refused.get(door)!.type).toBe('text/html; charset=utf-8');
      expect(refused.get(door)!.text).toContain('Please try again in a moment');
    }
  });

  it('tells orchestrators that it is well', () => {
    expect([...healthy]).toEqual([200]);
  });

  it('says so in its log, once a minute', () => {
    const lines = server.lines.filter(({ msg }) => msg === 'the event loop lags, so requests are refused');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(4);
  });

  it('answers as before when there are fewer', async () => {
    const statuses = new Set<number>();
    while (!statuses.has(401)) statuses.add((await ask(server.address, 'rest')).status);
    expect([...statuses].filter((status) => ![401, 503].includes(status))).toEqual([]);
  });
});

describe('a server with OVERLOAD_LAG_MS=0', () => {
  it('refuses nobody', async () => {
    const told = await flood(app.issuer);
    expect([...told.values()].flat().filter(({ status }) => status === 503)).toEqual([]);
  });
});

let guard: OverloadGuard;
// One of its own for each test: the requests of others do not count.
beforeEach(() => {
  guard = new OverloadGuard(careful.server.runtime);
});

/** Whether a request that begins now is refused. */
const isRefused = (): boolean => {
  try {
    guard.begin();
    return false;
  } catch {
    return true;
  }
};

/** How many of so many requests that begin at once are refused. */
const refusedOf = (count: number): number => Array.from({ length: count }, isRefused).filter(Boolean).length;

describe('requests that have waited for their slice', () => {
  it.each([
    [1.9, 0, 200, 0],
    [2.1, 0, 200, 150],
    [2.1, 0, 20, 0],
    [1.9, 100, 20, 0],
    [2.1, 100, 20, 20],
  ])('%d seconds, with %d behind them: of %d, %d are refused', (seconds, behind, count, expected) => {
    let refused: number;
    let tookMs: number;
    // A process that was held up for 50 ms in between counts anew.
    do {
      guard = new OverloadGuard(careful.server.runtime);
      guard.waited(seconds, behind);
      const start = performance.now();
      refused = refusedOf(count);
      tookMs = performance.now() - start;
    } while (tookMs > 50);
    expect(refused).toBe(expected);
  });
});

describe('a process that was held up for a moment', () => {
  const holdUp = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);

  it('answers those that waited, if they are few, however many came before', () => {
    const before = refusedOf(200);
    holdUp();
    expect([before, refusedOf(40)]).toEqual([0, 0]);
  });

  it('refuses the others if they are many', () => {
    const before = refusedOf(1);
    holdUp();
    const after = refusedOf(200);
    expect(before).toBe(0);
    // More than fifty are answered where the machine holds up the process once more.
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(150);
  });
});
