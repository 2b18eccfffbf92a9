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
  /** The three letters in a row that are too common; null while nothing can be said. */
  private common: ReadonlySet<string> | null = null;
  private readAt = -Infinity;

  constructor(private readonly runtime: Runtime) {}

  /**
   * The longest part of a lower-case search whose every three letters are rare. Looking up the other ones as well, such
   * as those of a mail provider's name, would read lists as long as the table to exclude nothing.
   */
  async rarePart(search: string): Promise<string> {
    const common = await this.read();
    if (!common) return search;
    let best = '';
    let run = '';
    for (const three of triplets(search)) {
      run = common.has(three) ? '' : run + (run === '' ? three : three.slice(2));
      if (run.length > best.length) best = run;
    }
    return hasTrigram(best) && best.isWellFormed() ? best : search;
  }

  private async read(): Promise<ReadonlySet<string> | null> {
    const now = this.runtime.clock.now().getTime();
    if (now - this.readAt > READ_EVERY_MS) {
      this.readAt = now;
      const texts = (await this.runtime.db.first(sampled, []))?.texts ?? [];
      this.common = texts.length < SAMPLE_MIN ? null : commonIn(texts);
    }
    return this.common;
  }
}

function commonIn(texts: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const three of new Set(triplets(text))) counts.set(three, (counts.get(three) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > texts.length * COMMON_SHARE).map(([three]) => three));
}

const triplets = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));

/** Whether a text has three letters or digits in a row: without, the trigram index would be read as a whole. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
