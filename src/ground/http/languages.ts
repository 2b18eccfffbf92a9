import type { IncomingMessage } from 'node:http';

/** The most languages that are read. Browsers send a handful. */
const MOST = 20;

const LANGUAGE = /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/;

/** The languages that the browser asks for, the preferred first (RFC 9110 §12.5.4). What is no language tag is left out. */
export function acceptedLanguages({ headers }: IncomingMessage): string[] {
  const given = headers['accept-language']?.split(',', MOST) ?? [];
  return given
    .map((item) => LANGUAGE.exec(item))
    .filter((match) => match !== null)
    .map(([, tag = '', weight = '1']) => ({ tag, weight: Number(weight) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The longest `ui_locales`, in characters, that a page hands on. */
const LONGEST = 200;

/** `ui_locales` as one page hands it on to the next. */
export const handedOn = (uiLocales: string | null | undefined): Partial<Record<'ui_locales', string>> =>
  uiLocales ? { ui_locales: uiLocales.slice(0, LONGEST) } : {};
