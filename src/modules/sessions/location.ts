import { open, validate, type CityResponse, type Reader } from 'maxmind';
import type { Runtime } from '../../ground/kernel/runtime.ts';

const UNKNOWN = 'Unknown';

/** How many locations are cached. The reader's default is ten thousand. */
const REMEMBERED = 1000;

/** Finds the location of IP addresses in the operator's GeoIP database. */
export class Locations {
  private reader: Reader<CityResponse> | undefined;

  constructor(private readonly runtime: Runtime) {}

  /** Opens the database, if one is configured. Throws if it cannot be read. */
  async open(): Promise<void> {
    const { geoipDatabase } = this.runtime.settings.sessions;
    if (geoipDatabase) this.reader = await open<CityResponse>(geoipDatabase, { cache: { max: REMEMBERED } });
  }

  /** “Berlin, Germany”, or the part that is known, or “Unknown”. */
  of(ip: string): string {
    return this.find(ip) ?? UNKNOWN;
  }

  /** The same in a language, as far as the database has it. Null if nothing is known. */
  find(ip: string, language = 'en'): string | null {
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    const found = validate(address) ? this.reader?.get(address) : undefined;
    const names = [found?.city, found?.country].map((place) => nameIn(place?.names, language));
    return names.filter(Boolean).join(', ') || null;
  }
}

/** A name in the language, or in English. The database has each in a few languages. */
function nameIn(names: { readonly en: string } | undefined, language: string): string | undefined {
  const found: Partial<Record<string, string>> = { ...names };
  return found[language] ?? names?.en;
}
