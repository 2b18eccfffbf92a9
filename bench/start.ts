/**
 * How long starting takes, from the moment the process is spawned, on every core, with the compile cache that an earlier start
 * left.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnGuildhall, untilOk } from './contestants/index.ts';
import { onEveryCore, stop, type Patience } from './machine.ts';
import type { Options } from './options.ts';
import { median } from './statistics.ts';
import type { Tenant } from './tenant.ts';
import type { World } from './world.ts';

/** Milliseconds, medians. */
export interface Starts {
  readonly firstToken: number;
  readonly emptyFolder: number;
  readonly existingFolder: number;
}

export const measureStarts = (world: World, options: Options, patience: Patience): Promise<Starts> =>
  onEveryCore(world.databaseUrl, () => repeat(world, options, patience));

async function repeat(world: World, { starts }: Options, patience: Patience): Promise<Starts> {
  const times = { firstToken: [] as number[], emptyFolder: [] as number[], existingFolder: [] as number[] };
  // One start that does not count fills the compile cache.
  await toFirstToken(world);
  for (let round = 0; round < starts; round += 1) {
    await patience.quiet();
    times.firstToken.push(await toFirstToken(world));
    const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    try {
      await patience.quiet();
      times.emptyFolder.push(await toReady(dataDir));
      await patience.quiet();
      times.existingFolder.push(await toReady(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return {
    firstToken: median(times.firstToken),
    emptyFolder: median(times.emptyFolder),
    existingFolder: median(times.existingFolder),
  };
}

/** On the existing database: until a client has its first token. */
export function toFirstToken({ env, databaseUrl, clientId, clientSecret }: Tenant): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  return timed({ ...env, DATABASE_URL: databaseUrl }, '/oauth2/token', { method: 'POST', body });
}

/** With a PostgreSQL of its own: until it says that it is ready. */
const toReady = (dataDir: string): Promise<number> =>
  timed({ NODE_ENV: 'development', DATA_DIR: dataDir, HOST: '127.0.0.1' }, '/readyz');

async function timed(env: Readonly<Record<string, string>>, path: string, init?: RequestInit): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = spawnGuildhall({ ...env, PORT: String(port) });
  try {
    await untilOk(child, `http://127.0.0.1:${port}${path}`, init);
    return performance.now() - start;
  } finally {
    await stop(child);
  }
}
