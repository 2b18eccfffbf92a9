import { LRUCache } from 'lru-cache';

/** How many headers are cached: parsing one takes a tenth of a millisecond, and lists have many that are equal. */
const REMEMBERED = 1000;

/** A browser or program, and the system that it runs on, by their names. Null for what the header does not tell. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

const devices = new LRUCache<string, Promise<Device>>({ max: REMEMBERED, memoMethod: readDevice });

const UNKNOWN = 'Unknown device';

/** The device that a User-Agent header tells of. */
export const deviceOf = async (userAgent: string): Promise<Device> =>
  userAgent ? devices.memo(userAgent) : { browser: null, system: null };

/** The name of a browser and its system in English: “Firefox on Linux”. */
export const deviceName = async (userAgent: string): Promise<string> => nameOfDevice(await deviceOf(userAgent));

/** The same for a device that is known. */
export function nameOfDevice({ browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN;
}

async function readDevice(userAgent: string): Promise<Device> {
  const { getParser } = await import('bowser');
  const parser = getParser(userAgent);
  return { browser: parser.getBrowserName() || null, system: parser.getOSName() || null };
}
