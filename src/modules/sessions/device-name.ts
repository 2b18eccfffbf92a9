import { getParser } from 'bowser';
import { LRUCache } from 'lru-cache';

/** The most headers whose device is remembered: reading one takes a tenth of a millisecond, and lists have many alike. */
const REMEMBERED = 1000;

const names = new LRUCache<string, string>({ max: REMEMBERED, memoMethod: readName });

/** What a browser is called by people, from its User-Agent header: “Firefox on Linux”. */
export const deviceName = (userAgent: string): string => (userAgent ? names.memo(userAgent) : UNKNOWN);

const UNKNOWN = 'Unknown device';

function readName(userAgent: string): string {
  const parser = getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || UNKNOWN;
}
