import type { Translate } from '../translate.ts';

/** A browser or program, and the system that it runs on. Null for what is not known. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** A device in words: “Firefox on Linux”. Null if nothing is known of it. */
export const deviceText = (t: Translate, { browser, system }: Device): string | null =>
  browser !== null && system !== null ? t('device.named', { browser, system }) : (browser ?? system);
