/** What a login by password costs besides its hash: both are timed in turns, and the one is taken from the other. */
import { PasswordHasher } from '../src/modules/credentials/index.ts';
import { Browser, hiddenOf } from './browser.ts';
import { startGuildhall } from './contestants/index.ts';
import { bytesOf, drive } from './load.ts';
import type { Patience } from './machine.ts';
import { FORM } from './operation.ts';
import type { Options } from './options.ts';
import { median, percentile } from './statistics.ts';
import type { World } from './world.ts';

/** Milliseconds at half of the tries, medians of the rounds. */
export interface LoginTime {
  readonly login: number;
  /** One argon2id with the same parameters, alone. */
  readonly hash: number;
  readonly rest: number;
}

export async function measureLogin(world: World, options: Options, patience: Patience): Promise<LoginTime> {
  const server = await startGuildhall(world);
  const hasher = new PasswordHasher();
  const { email, password } = world.administrator;
  const stored = await hasher.hash(password);
  try {
    const browser = new Browser(server.port, world.issuer);
    const fields = hiddenOf((await browser.open('/login'))!);
    // A form can be posted as often as one likes: each time is a login of its own.
    const body = String(new URLSearchParams({ ...fields, email, password }));
    const request = bytesOf({ method: 'POST', path: '/login', headers: { ...FORM, cookie: browser.cookie }, body });
    const rounds: { login: number; hash: number }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      await patience.quiet();
      const { latencies } = await drive(server.port, [() => request], 303, options.roundSeconds);
      const hashes = await timesOf(latencies.length, () => hasher.verify(stored, password));
      rounds.push({ login: percentile(latencies, 0.5), hash: median(hashes) });
    }
    return {
      login: median(rounds.map(({ login }) => login)),
      hash: median(rounds.map(({ hash }) => hash)),
      rest: median(rounds.map(({ login, hash }) => login - hash)),
    };
  } finally {
    await server.stop();
  }
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}
