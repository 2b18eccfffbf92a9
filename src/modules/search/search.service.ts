import { isPermitted } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import type { Order, Place } from '../../ground/lists/order.ts';
import {
  connectionOf,
  edgeOf,
  readPage,
  type Connection,
  type Edge,
  type Page,
  type PageArgs,
} from '../../ground/lists/pagination.ts';
import { wordsOf } from '../../ground/lists/search-text.ts';
import { digest } from '../../ground/kernel/secret.ts';
import { normalForm, readGiven } from '../../ground/kernel/text.ts';
import { holdersOfText } from '../attributes/index.ts';
import { findExact, findMistyped, HITS_MAX, type Hit, type Hits } from './hits.ts';
import { SEARCHABLE_TYPES, SEARCHABLES, type SearchableType } from './searchable.ts';
import { QUALITY_MAX, qualityOf } from './typo.ts';

/** The most characters and words of a search. */
export const TEXT_MAX = 255;
export const WORDS_MAX = 10;

/** What was found, and how well it matches: a whole number up to 1,000,000. */
interface Match extends Pick<Hit, 'type' | 'id'> {
  readonly score: number;
}

interface SearchEdge extends Edge<object> {
  readonly score: number;
}

/** Searches users, groups, clients and organizations for one viewer. */
export class SearchService {
  constructor(private readonly ctx: RequestContext) {}

  /** A page of what has all words of the text, best first. Without `types`, of everything that the viewer may list. */
  async search(
    text: string,
    types: readonly SearchableType[] | null,
    args: PageArgs,
  ): Promise<Connection<object, SearchEdge>> {
    const searched = this.readTypes(types);
    const words = readWords(text);
    const order = orderOf(searched, words);
    const page = readPage(args, order);
    const { matches, isCut } = await this.matches(searched, words, normalForm(text.trim()));
    const read = async ({ after, before, isBackward, size }: Page) => {
      const between = matches.filter(
        (match) => (!after || compare(match, matchAt(after)) > 0) && (!before || compare(match, matchAt(before)) < 0),
      );
      const rows = (isBackward ? between.toReversed() : between).slice(0, size + 1);
      const found = await Promise.all(rows.map((match) => this.find(match)));
      return found.filter((each) => each !== null);
    };
    const connection = connectionOf(
      await read(page),
      page,
      ({ match, node }): SearchEdge => ({
        node,
        score: match.score / SCORE_MAX,
        cursor: edgeOf(order, match, placeOf).cursor,
      }),
      async () => matches.length,
      read,
    );
    return { ...connection, isTotalExact: async () => !isCut };
  }

  private readTypes(types: readonly SearchableType[] | null): SearchableType[] {
    const permit = (type: SearchableType) => SEARCHABLES[type].permit(this.ctx.viewer);
    if (!types) return SEARCHABLE_TYPES.filter((type) => isPermitted(() => permit(type)));
    for (const type of types) permit(type);
    return SEARCHABLE_TYPES.filter((type) => types.includes(type));
  }

  private async matches(types: readonly SearchableType[], words: readonly string[], text: string) {
    const [exact, holders] = await Promise.all([findExact(this.ctx, types, words), this.holders(types, text)]);
    const written = matchesOf(exact, words);
    const mistyped =
      written.length === 0 && holders.length === 0 && !exact.isCut
        ? await findMistyped(this.ctx, types, words)
        : { hits: [], isCut: false };
    const all = [...written, ...matchesOf(mistyped, words), ...holders];
    const matches = [...new Map(all.map((match) => [match.id, match])).values()].toSorted(compare);
    return { matches, isCut: exact.isCut || mistyped.isCut || holders.length > HITS_MAX };
  }

  /** What has the whole text as a value of an attribute. */
  private async holders(types: readonly SearchableType[], text: string): Promise<Match[]> {
    const found = await Promise.all(
      types.map(async (type) => {
        const { subject, ownerOf } = SEARCHABLES[type];
        // Members find only what is their own.
        if (!subject || ownerOf?.(this.ctx.viewer) !== undefined) return [];
        const ids = await holdersOfText(this.ctx, subject, text, HITS_MAX + 1);
        return ids.map((id): Match => ({ type, id, score: SCORE_MAX }));
      }),
    );
    return found.flat();
  }

  private async find(match: Match): Promise<{ match: Match; node: object } | null> {
    const found = await SEARCHABLES[match.type].find(this.ctx, match.id);
    return found && { match, node: { ...found, __typename: match.type } };
  }
}

const PHONE_NUMBER = /^[\d\s()+\-./]*$/;

/** The words of a search, which is at `field` in the input. Those of a phone number are one. */
export function readWords(text: string, field = 'text'): string[] {
  const given = readGiven(field, text, TEXT_MAX);
  const digits = given.replaceAll(/\D/g, '');
  if (PHONE_NUMBER.test(given) && digits.length > 2) return [digits];
  const words = [...new Set(wordsOf(given))];
  if (words.length === 0) throw fault(field, 'no_word');
  if (words.length > WORDS_MAX) throw fault(field, 'too_many_words', { max: WORDS_MAX });
  return words;
}

const SCORE_MAX = 1_000_000;
/** The part of a score that tells how the words match. The rest is how alike all of the text is. */
const QUALITY_SHARE = 0.8;

/** The rows that have every word, at most one of them with a typo. */
function matchesOf({ hits }: Hits, words: readonly string[]): Match[] {
  return hits.flatMap(({ type, id, text, similarity }) => {
    const within = text.split(' ');
    const qualities = words.map((word) => qualityOf(word, within));
    if (qualities.includes(0) || qualities.filter((quality) => quality === 1).length > 1) return [];
    const quality = qualities.reduce((sum, each) => sum + each, 0) / (QUALITY_MAX * words.length);
    return [{ type, id, score: Math.round((quality * QUALITY_SHARE + similarity * (1 - QUALITY_SHARE)) * SCORE_MAX) }];
  });
}

/** The best first. */
const compare = (a: Match, b: Match): number =>
  b.score - a.score ||
  SEARCHABLE_TYPES.indexOf(a.type) - SEARCHABLE_TYPES.indexOf(b.type) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const placeOf = ({ score, type, id }: Match): Place => [score, type, id];
const matchAt = ([score, type, id]: Place): Match => ({ score, type, id }) as Match;

/** The order of the results of one search. */
const orderOf = (types: readonly SearchableType[], words: readonly string[]): Order => ({
  keys: [
    { sql: 'score', type: 'integer', direction: 'desc', isRequired: true },
    { sql: 'type', type: 'text', direction: 'asc', isRequired: true },
    { sql: 'id', type: 'text', direction: 'asc', isRequired: true },
  ],
  name: digest(JSON.stringify([types, words]))
    .toString('base64url')
    .slice(0, 8),
});
