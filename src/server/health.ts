import type { IncomingMessage } from 'node:http';
import type { Request, Response, Router } from 'express';
import type { Pool } from 'pg';
import { Site } from '../ground/http/site.ts';
import { outageOf } from '../ground/kernel/database.ts';
import { inTime, Overdue } from '../ground/kernel/deadline.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { Keyring } from '../modules/keys/index.ts';
import { diagnose } from '../ground/persistence/diagnosis.ts';
import { migrationStates } from '../ground/persistence/migrate.ts';

/** Whether the server is stopping. It tells load balancers before it stops listening. */
export interface Draining {
  readonly draining: boolean;
}

/** `/healthz`: the process runs. `/readyz`: whether the database, the migrations and the signing keys are ready. */
export function mountHealth(router: Router, runtime: Runtime, pool: Pool, state: Draining): void {
  router.get('/healthz', (_request: Request, response: Response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request: Request, response: Response) => {
    const { status, checks } = await readiness(runtime, pool, state);
    if (status !== 'ok') response.set('retry-after', RETRY_SECONDS);
    response.status(status === 'ok' ? 200 : 503).json({ status, checks });
  });
}

/** Tells the requests of orchestrators and balancers, which wait in no line: a node is not unwell because it is busy. */
export function healthChecks(runtime: Runtime): (request: IncomingMessage) => boolean {
  const { prefix } = runtime.get(Site);
  const paths = new Set(['', prefix].flatMap((before) => [`${before}/healthz`, `${before}/readyz`]));
  return ({ url = '' }) => paths.has(url);
}

interface Readiness {
  readonly status: 'ok' | 'unavailable' | 'draining';
  readonly checks: Readonly<Record<string, string>>;
}

/** Whether the server can do its work now, and each thing that this depends on. */
export async function readiness(runtime: Runtime, pool: Pool, { draining }: Draining): Promise<Readiness> {
  const checks = {
    ...(await databaseChecks(pool, runtime.settings.server.readySeconds)),
    signing_keys: runtime.get(Keyring).ready ? 'ok' : 'missing',
  };
  const ready = Object.values(checks).every((check) => check === 'ok');
  return { status: draining ? 'draining' : ready ? 'ok' : 'unavailable', checks };
}

/** How long a caller is told to wait. */
export const RETRY_SECONDS = '5';

async function databaseChecks(pool: Pool, seconds: number): Promise<Record<string, string>> {
  const asked = migrationStates(pool);
  // If there is no answer by then, the rest of the time is for the cause.
  const half = seconds / 2;
  const cause = inTime(asked, half).then(
    () => 'ok',
    (error: unknown) => (error instanceof Overdue ? diagnose(pool, half) : (outageOf(error) ?? 'unreachable')),
  );
  try {
    const pending = (await inTime(asked, seconds)).filter(({ applied }) => !applied);
    return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' };
  } catch {
    return { database: await cause, migrations: 'unknown' };
  }
}
