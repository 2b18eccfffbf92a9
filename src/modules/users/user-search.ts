import type { Runtime } from '../../ground/kernel/runtime.ts';

// The planner's sample of the indexed text: some hundred values.
const SAMPLED = `select histogram_bounds::text::text[] as texts from pg_stats
  where schemaname = current_schema and tablename = 'users' and attname = 'search_folded'`;

const READ_EVERY_MS = 10 * 60 * 1000;
/** A trigram or a word that is in more of the sample than this is too common to look up. */
const COMMON_SHARE = 0.05;
// A smaller sample says nothing. Then the table is small, too.
const SAMPLE_MIN = 20;
/** How many letters of a part are looked up: two trigrams of the index. */
const WIDTH = 4;

// Three letters in a row, or two at a blank. Otherwise, a look-up would read a whole trigram index.
const TRIGRAM = /[\p{L}\p{N}]{3}|^ [\p{L}\p{N}]{2}|[\p{L}\p{N}]{2} $/u;

interface Part {
  readonly text: string;
  /** Whether it is the start or the end of a word. The index then looks up the first letter, too, which is common. */
  readonly isEnd: boolean;
  /** The logarithm of the estimated share of users who have it, as if its trigrams were independent. */
  readonly share: number;
}

/** A sample of users' names and addresses. It tells which parts of a search find few users. */
export class SearchSample {
  /** How many of the sample contain a trigram. Null while the sample is too small. */
  private counts: ReadonlyMap<string, number> | null = null;
  private texts: readonly string[] = [];
  private readAt = -Infinity;

  constructor(private readonly runtime: Runtime) {}

  /**
   * The parts of lower-case texts to look up instead of all of them. Looking up all reads one list of the index for each
   * trigram. The lists of common trigrams, such as those of mail providers, are as long as the table and exclude almost
   * nobody. If no part is rare, a word still can be, because few have all of its trigrams. All texts if the sample is too
   * small. Null if nothing is rare. A blank is the start or the end of a word.
   */
  async partsToLookUp(texts: readonly string[]): Promise<readonly string[] | null> {
    const known = texts.filter((text) => TRIGRAM.test(text));
    if (known.length === 0) return null;
    await this.read();
    if (!this.counts) return known;
    const first = this.rarest(known);
    if (first === undefined) return this.rareWords(known);
    const second = this.rarest(known.flatMap((text) => text.split(first)));
    return second === undefined ? [first] : [first, second];
  }

  /** The words that few have, though many have each of their trigrams. */
  private rareWords(texts: readonly string[]): readonly string[] | null {
    const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}]{3,}/gu) ?? []);
    const rare = words.filter(
      (word) => this.texts.filter((text) => text.includes(word)).length <= COMMON_SHARE * this.texts.length,
    );
    return rare.length > 0 ? rare : null;
  }

  /** The rarest part of the texts that is within a word. */
  private rarest(texts: readonly string[]): string | undefined {
    const words = texts.flatMap((text) => text.match(/(?:^ )?[\p{L}\p{N}]+(?: $)?/gu) ?? []);
    const parts = words.flatMap((word) =>
      Array.from({ length: Math.max(1, word.length - WIDTH + 1) }, (_, at) => word.slice(at, at + WIDTH)),
    );
    return parts
      .filter((text) => TRIGRAM.test(text) && text.isWellFormed())
      .flatMap((text) => this.partOf(text) ?? [])
      .toSorted((a, b) => Number(a.isEnd) - Number(b.isEnd) || a.share - b.share)[0]?.text;
  }

  private partOf(text: string): Part | undefined {
    // A trigram that is not in the sample can still be in the table.
    const shares = triplets(text).map((three) => Math.max(this.counts!.get(three) ?? 0, 0.5) / this.texts.length);
    if (shares.some((share) => share > COMMON_SHARE)) return undefined;
    return { text, isEnd: text.includes(' '), share: shares.reduce((sum, share) => sum + Math.log(share), 0) };
  }

  private async read(): Promise<void> {
    const now = this.runtime.clock.now().getTime();
    if (now - this.readAt <= READ_EVERY_MS) return;
    this.readAt = now;
    const [row] = await this.runtime.fork().execute<{ texts: string[] | null }[]>(SAMPLED);
    this.texts = row?.texts ?? [];
    this.counts = this.texts.length < SAMPLE_MIN ? null : countsIn(this.texts);
  }
}

function countsIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const three of new Set(triplets(text))) counts.set(three, (counts.get(three) ?? 0) + 1);
  return counts;
}

const triplets = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));
