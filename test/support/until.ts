import { setTimeout as sleep } from 'node:timers/promises';

/** However busy the machine is, nothing that tests wait for takes so long. */
const LIMIT_SECONDS = 120;
const PAUSE_MS = 20;

type Nothing = undefined | null | false | '';

/** What is looked for, once it is there. */
export async function until<Found>(look: () => Found | Promise<Found>): Promise<Exclude<Found, Nothing>> {
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false && found !== '')
      return found as Exclude<Found, Nothing>;
    if (performance.now() - begun > LIMIT_SECONDS * 1000) throw new Error('It never happened.');
    await sleep(PAUSE_MS);
  }
}
