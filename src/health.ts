import type { Request, Response, Router } from 'express';
import type { Pool } from 'pg';
import { inTime } from './kernel/deadline.ts';
import type { Runtime } from './kernel/runtime.ts';
import { Keyring } from './modules/keys/index.ts';
import { migrationStates } from './persistence/migrate.ts';

/** Whether the server is stopping. It tells load balancers before it stops listening. */
export interface Draining {
  readonly draining: boolean;
}

/** `/healthz`: the process runs. `/readyz`: whether the database, the migrations and the signing keys are ready. */
export function mountHealth(router: Router, runtime: Runtime, pool: Pool, state: Draining): void {
  router.get('/healthz', (_request: Request, response: Response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request: Request, response: Response) => {
    const checks = {
      ...(await inTime(databaseChecks(pool), runtime.settings.server.readySeconds).catch(() => UNREACHABLE)),
      signing_keys: runtime.get(Keyring).ready ? 'ok' : 'missing',
    };
    const ready = !state.draining && Object.values(checks).every((check) => check === 'ok');
    const status = state.draining ? 'draining' : ready ? 'ok' : 'unavailable';
    if (!ready) response.set('retry-after', RETRY_SECONDS);
    response.status(ready ? 200 : 503).json({ status, checks });
  });
}

const UNREACHABLE = { database: 'unreachable', migrations: 'unknown' };
const RETRY_SECONDS = '5';

async function databaseChecks(pool: Pool): Promise<Record<string, string>> {
  const pending = (await migrationStates(pool)).filter(({ applied }) => !applied);
  return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' };
}
