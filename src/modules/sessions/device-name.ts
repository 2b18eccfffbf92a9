import { getParser } from 'bowser';
import { LRUCache } from 'lru-cache';

/** How many headers are cached: parsing one takes a tenth of a millisecond, and lists have many that are equal. */
const REMEMBERED = 1000;

const names = new LRUCache<string, string>({ max: REMEMBERED, memoMethod: readName });

/** The name of a browser and its system, from the User-Agent header: “Firefox on Linux”. */
export const deviceName = (userAgent: string): string => (userAgent ? names.memo(userAgent) : UNKNOWN);

const UNKNOWN = 'Unknown device';

function readName(userAgent: string): string {
  const parser = getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || UNKNOWN;
}
