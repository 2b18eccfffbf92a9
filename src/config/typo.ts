/** A variable that looks like one of ours and is not, with the one probably meant. */
interface Suspect {
  readonly name: string;
  readonly meant: string;
}

const MAX_SLIPS = 2;
const MIN_TELLING_LENGTH = 6;
/** First words nobody else uses. */
const OUR_WORDS = /^(BOOTSTRAP|GROUPS|SIGNUP)_/;

/** The unknown names that begin as ours do, or are a slip of the finger away from one. Others' variables are left in peace. */
export function suspects(names: readonly string[], known: readonly string[]): Suspect[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      if (!slipped(name, known) && !OUR_WORDS.test(name) && !known.some((ours) => akin(name, ours))) return [];
      const [nearest] = known.map((meant) => ({ meant, slips: slips(name, meant) })).sort((a, b) => a.slips - b.slips);
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

// This is asked of everything in the environment at every start, so lengths that are too far apart decide at once.
const slipped = (name: string, known: readonly string[]): boolean =>
  name.length >= MIN_TELLING_LENGTH &&
  known.some((ours) => Math.abs(ours.length - name.length) <= MAX_SLIPS && slips(name, ours) <= MAX_SLIPS);

/** Whether two names share their first two words, or one is the other's first two. */
function akin(name: string, ours: string): boolean {
  const [first, second] = ours.split('_');
  return second !== undefined && `${name}_`.startsWith(`${first}_${second}_`);
}

/** How many letters must be added, dropped or changed to make one name of the other. */
export function slips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + Number(letter !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
