/** The servers under test, each a process of its own on a core of its own; only one is under load at a time. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALLOCATOR, FLAGS } from '../../src/cli/start.ts';
import { clientRegistration, clientScopes } from '../../src/modules/clients/index.ts';
import { userinfo } from '../../src/modules/grants/index.ts';
import { startNode, stop } from '../machine.ts';
import type { Tenant } from '../tenant.ts';
import type { World } from '../world.ts';
import { addMembers, groupsById, insertGroup, memberPages, removeMembers } from './groups.sql.ts';
import type { Ready, Setup } from './setup.ts';

/** Everybody but the product. */
export const rivals = ['bare', 'oidc-provider', 'oidc-provider-memory'] as const;
export type Rival = (typeof rivals)[number];
export type ContestantName = 'guildhall' | Rival;

export interface Running<Place> {
  readonly name: ContestantName;
  readonly pid: number;
  readonly port: number;
  /** The world as this one sees it: its tokens may be its own. */
  readonly world: Place;
  stop(): Promise<void>;
}
export type Contestant = Running<World>;

/** Connections to PostgreSQL for each: the product's default. */
const POOL_SIZE = 10;
/** The product, built to a folder that nobody else builds to. */
export const BUILD = 'dist/run/bench-server';

const sql: Setup['sql'] = {
  clientRegistration,
  clientScopes,
  userinfo,
  groupsById,
  memberPages,
  addMembers,
  removeMembers,
  insertGroup,
};

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the product on these variables as `npm start` does, without waiting for it. */
export const spawnGuildhall = (env: Readonly<Record<string, string>>): ChildProcess =>
  startNode([...FLAGS, `${BUILD}/main.js`], { PATH: process.env['PATH'], ...ALLOCATOR, ...env }, [
    'ignore',
    'ignore',
    'inherit',
  ]);

/**
 * Asks until the answer is 200; the process must not end meanwhile. Nothing is asked before the port is open, because requests
 * that are refused would take processor time from the start.
 */
export async function untilOk(child: ChildProcess, url: string, init?: RequestInit): Promise<void> {
  const { hostname, port } = new URL(url);
  let isOpen = false;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} while it started.`);
    isOpen ||= await opens(hostname, Number(port));
    const response = isOpen ? await fetch(url, init).catch(() => undefined) : undefined;
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(4);
  }
}

const opens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

export async function startGuildhall<Place extends Tenant>(
  world: Place,
  databaseUrl = world.databaseUrl,
): Promise<Running<Place>> {
  const port = await freePort();
  const child = spawnGuildhall({ ...world.env, DATABASE_URL: databaseUrl, PORT: String(port) });
  await untilOk(child, `http://127.0.0.1:${port}/readyz`);
  return { name: 'guildhall', pid: child.pid!, port, world, stop: () => stop(child) };
}

/** Starts one of the others, which Node runs as they stand. */
export async function startOther(name: Rival, world: World): Promise<Contestant> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production' };
  const child = startNode([`bench/contestants/${name}.ts`], env, ['ignore', 'ignore', 'inherit', 'ipc']);
  const { databaseUrl, issuer, clientId, clientSecret, application, userId, signingKey } = world;
  const client = { clientId, clientSecret, application };
  child.send({ databaseUrl, poolSize: POOL_SIZE, issuer, ...client, userId, signingKey, sql } satisfies Setup);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}.`)));
  ended.catch(() => {});
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Ready];
  const own = { ...world, userToken: answer.userToken ?? world.userToken };
  return { name, pid: child.pid!, port: answer.port, world: own, stop: () => stop(child) };
}
