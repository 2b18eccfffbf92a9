import { sql } from '../../kernel/database.ts';
import type { Runtime } from '../../kernel/runtime.ts';

// What the planner keeps of the indexed text: about a hundred values, spread over all of them.
const sampled = sql<{ texts: string[] | null }>(
  'users.search-sample',
  `select histogram_bounds::text::text[] as texts from pg_stats
   where schemaname = current_schema and tablename = 'users_search_index'`,
);

const READ_EVERY_MS = 10 * 60 * 1000;
/** Three letters that more of the sample than this hold are too common to be worth looking up. */
const COMMON_SHARE = 0.05;
// A smaller sample says nothing; the table behind it is small, too.
const SAMPLE_MIN = 20;

/** What users' names and addresses look like, to tell which part of a search finds few of them. */
export class SearchSample {
  private texts: readonly string[] = [];
  private readAt = -Infinity;

  constructor(private readonly runtime: Runtime) {}

  /**
   * The longest part of a lower-case search whose every three letters are rare. Looking up the other ones as well, such
   * as those of a mail provider's name, would read lists as long as the table to exclude nothing.
   */
  async rarePart(search: string): Promise<string> {
    const texts = await this.read();
    if (texts.length < SAMPLE_MIN) return search;
    const letters = [...search];
    let best: string[] = [];
    let run: string[] = [];
    for (let at = 0; at + 3 <= letters.length; at++) {
      const three = letters.slice(at, at + 3);
      const isRare = texts.filter((text) => text.includes(three.join(''))).length <= texts.length * COMMON_SHARE;
      run = isRare ? (run.length > 0 ? [...run, three[2]!] : three) : [];
      if (run.length > best.length) best = run;
    }
    const part = best.join('');
    return hasTrigram(part) ? part : search;
  }

  private async read(): Promise<readonly string[]> {
    const now = this.runtime.clock.now().getTime();
    if (now - this.readAt > READ_EVERY_MS) {
      this.readAt = now;
      this.texts = (await this.runtime.db.first(sampled, []))?.texts ?? [];
    }
    return this.texts;
  }
}

/** Whether a text has three letters or digits in a row: without, the trigram index would be read as a whole. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
