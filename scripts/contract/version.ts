/** Whether a version may break callers of an earlier one: by its first number, or by its second while the first is 0. */
export function allowsBreaks(last: string, next: string): boolean {
  const [[major = 0, minor = 0], [nextMajor = 0, nextMinor = 0]] = [numbersOf(last), numbersOf(next)];
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}

const numbersOf = (version: string): number[] => version.split('.', 2).map(Number);
