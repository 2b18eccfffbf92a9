import { loadConfig } from '../ground/config/load.ts';
import type { Resealed } from '../ground/kernel/reseal.ts';
import { loadBackground } from '../modules.ts';
import type { Report } from './command.ts';
import { cliErrors } from './errors.ts';
import { columns } from './layout.ts';
import { withRuntime } from './runtime.ts';

const NEXT =
  'Sign-ins in progress stay encrypted with the previous key for up to an hour. Then remove SECRET_KEY_PREVIOUS from the servers.';

/** Re-encrypts everything that the previous SECRET_KEY encrypted. */
export async function secretKeyRotate(): Promise<Report> {
  const config = loadConfig();
  if (config.secretKeyPrevious === undefined) throw cliErrors.NO_PREVIOUS_KEY();
  return withRuntime(config, async (runtime) => {
    const reseals = (await loadBackground()).flatMap((each) => Object.entries(each.reseals ?? {}));
    const done: Record<string, Resealed> = {};
    for (const [what, reseal] of reseals) done[what] = await reseal(runtime);
    const rows = Object.entries(done).map(([what, { resealed, unreadable }]) => [
      what.replace('_', ' '),
      `re-encrypted: ${resealed}`,
      unreadable > 0 ? `readable with neither key: ${unreadable}` : '',
    ]);
    const failed = Object.values(done).some(({ unreadable }) => unreadable > 0);
    return { data: done, text: `${columns(rows)}\n\n${NEXT}`, failed };
  });
}
