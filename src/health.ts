import type { Request, Response, Router } from 'express';
import type { Pool } from 'pg';
import type { Runtime } from './kernel/runtime.ts';
import { Keyring } from './modules/keys/index.ts';
import { migrationStates } from './persistence/migrate.ts';

/** Whether the server is on its way out: it then tells load balancers so before it stops listening. */
export interface Draining {
  readonly draining: boolean;
}

/** `/healthz`: the process serves. `/readyz`: database, migrations and signing keys are in order, or which is not. */
export function mountHealth(router: Router, runtime: Runtime, pool: Pool, state: Draining): void {
  router.get('/healthz', (_request: Request, response: Response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request: Request, response: Response) => {
    const checks = { ...(await databaseChecks(pool)), signing_keys: runtime.get(Keyring).ready ? 'ok' : 'missing' };
    const ready = !state.draining && Object.values(checks).every((check) => check === 'ok');
    const status = state.draining ? 'draining' : ready ? 'ok' : 'unavailable';
    response.status(ready ? 200 : 503).json({ status, checks });
  });
}

async function databaseChecks(pool: Pool): Promise<Record<string, string>> {
  try {
    const pending = (await migrationStates(pool)).filter(({ applied }) => !applied);
    return { database: 'ok', migrations: pending.length === 0 ? 'ok' : 'pending' };
  } catch {
    return { database: 'unreachable', migrations: 'unknown' };
  }
}
