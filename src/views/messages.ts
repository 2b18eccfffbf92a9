import type { Language } from './languages.ts';
import { de } from './messages-de.ts';
import { en } from './messages-en.ts';

/** The name of one string of the catalog. */
export type MessageKey = keyof typeof en;

/** All languages. A new one is a catalog with the same keys. */
export const catalogs = { en, de } satisfies Record<Language, Record<MessageKey, string>>;
