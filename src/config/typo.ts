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
      if (!isTypo(name, known) && !OUR_WORDS.test(name) && !known.some((ours) => shareFirstWords(name, ours)))
        return [];
      const [nearest] = known
        .map((meant) => ({ meant, distance: editDistance(name, meant) }))
        .sort((a, b) => a.distance - b.distance);
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

// Runs for the whole environment at every start, so names of very different lengths are skipped at once.
const isTypo = (name: string, known: readonly string[]): boolean =>
  name.length >= MIN_TELLING_LENGTH &&
  known.some(
    (ours) =>
      Math.abs(ours.length - name.length) <= MAX_DISTANCE && editDistance(name, ours, MAX_DISTANCE) <= MAX_DISTANCE,
  );

/** Whether two names share their first two words, or one is the other's first two. */
function shareFirstWords(name: string, ours: string): boolean {
  const [first, second] = ours.split('_');
  return second !== undefined && `${name}_`.startsWith(`${first}_${second}_`);
}

/** How many letters must be added, dropped or changed to make one name of the other; above `limit`, any number above it. */
export function editDistance(a: string, b: string, limit = Infinity): number {
  // The distances of what has been read of `a` from each beginning of `b`.
  const row = Uint16Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i += 1) {
    let diagonal = row[0]!;
    row[0] = i + 1;
    let least = i + 1;
    for (let j = 0; j < b.length; j += 1) {
      const above = row[j + 1]!;
      const distance = Math.min(diagonal + Number(a[i] !== b[j]), above + 1, row[j]! + 1);
      row[j + 1] = distance;
      least = Math.min(least, distance);
      diagonal = above;
    }
    // It never becomes smaller than the least of a row.
    if (least > limit) return least;
  }
  return row[b.length]!;
}
