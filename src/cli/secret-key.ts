import { loadConfig } from '../config/load.ts';
import { resealAnswers } from '../modules/idempotency/index.ts';
import { resealImports } from '../modules/imports/index.ts';
import { resealSigningKeys } from '../modules/keys/index.ts';
import { resealMails } from '../modules/mail/index.ts';
import { resealFactors } from '../modules/mfa/index.ts';
import { resealPairwiseSalts } from '../modules/subjects/index.ts';
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
    const done = {
      signing_keys: await resealSigningKeys(runtime),
      second_factors: await resealFactors(runtime),
      pairwise_salts: await resealPairwiseSalts(runtime),
      mails: await resealMails(runtime),
      kept_answers: await resealAnswers(runtime),
      imports: await resealImports(runtime),
    };
    const rows = Object.entries(done).map(([what, { resealed, unreadable }]) => [
      what.replace('_', ' '),
      `re-encrypted: ${resealed}`,
      unreadable > 0 ? `readable with neither key: ${unreadable}` : '',
    ]);
    const failed = Object.values(done).some(({ unreadable }) => unreadable > 0);
    return { data: done, text: `${columns(rows)}\n\n${NEXT}`, failed };
  });
}
