import { open, validate, type CityResponse, type Reader } from 'maxmind';
import type { Runtime } from '../../kernel/runtime.ts';

const UNKNOWN = 'Unknown';

/** How many places are remembered; the reader's own default is ten thousand. */
const REMEMBERED = 1000;

/** Where addresses are, as far as the operator's GeoIP database knows. */
export class Locations {
  private reader: Reader<CityResponse> | undefined;

  constructor(private readonly runtime: Runtime) {}

  /** Reads the database; throws when there is a setting for one and it cannot be read. */
  async open(): Promise<void> {
    const { geoipDatabase } = this.runtime.settings.sessions;
    if (geoipDatabase) this.reader = await open<CityResponse>(geoipDatabase, { cache: { max: REMEMBERED } });
  }

  /** “Berlin, Germany”, or as much of it as is known; “Unknown” else. */
  of(ip: string): string {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    const found = validate(address) ? this.reader?.get(address) : undefined;
    const names = [found?.city?.names?.en, found?.country?.names?.en];
    return names.filter(Boolean).join(', ') || UNKNOWN;
  }
}
