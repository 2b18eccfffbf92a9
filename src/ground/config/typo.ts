import { closest, distance } from 'fastest-levenshtein';

/** An unknown variable that looks like one of ours, with the one that is probably meant. */
interface Suspect {
  readonly name: string;
  readonly meant: string;
}

const MAX_DISTANCE = 2;
const MIN_TELLING_LENGTH = 6;
/** First words that no other program uses. */
const OUR_WORDS = /^(BOOTSTRAP|GROUPS|SIGNUP)_/;

/** The unknown names that begin like ours, or differ from one by a typing error. Other programs' variables are ignored. */
export function suspects(names: readonly string[], known: readonly string[]): Suspect[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const isOurs = OUR_WORDS.test(name) || known.some((ours) => shareFirstWords(name, ours));
      const mistyped = name.length < MIN_TELLING_LENGTH ? undefined : meantBy(name, known);
      const meant = isOurs ? closest(name, known) : mistyped;
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** The nearest of the names, if what was typed differs from it by a typing error: two letters added, dropped or changed. */
export function meantBy(typed: string, names: readonly string[]): string | undefined {
  const similar = names.filter(
    // The whole environment is looked through at every start, so names of very different lengths are skipped at once.
    (name) => Math.abs(name.length - typed.length) <= MAX_DISTANCE && distance(typed, name) <= MAX_DISTANCE,
  );
  return similar.length === 0 ? undefined : closest(typed, similar);
}

/** Whether two names share their first two words, or one is the other's first two. */
function shareFirstWords(name: string, ours: string): boolean {
  const [first, second] = ours.split('_');
  return second !== undefined && `${name}_`.startsWith(`${first}_${second}_`);
}
