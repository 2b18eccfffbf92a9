/** Deprecations in the contracts: each names the date from which the thing can be removed. */

const DATED = /\bRemoved after (\d{4}-\d{2}-\d{2})\b/;

/** What every reason must have, for whoever reads the fault. */
export const EXPECTED = 'no date of removal, such as “Removed after 2027-06-30. Use `newField`.”';

/** The date of removal in a reason, as `YYYY-MM-DD`, or undefined if it has none that exists. */
export function removalOf(reason: string): string | undefined {
  const [, date] = DATED.exec(reason) ?? [];
  const day = date === undefined ? undefined : new Date(date);
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date!) ? date : undefined;
}

/** Whether the date of removal in a reason has passed by `today` (`YYYY-MM-DD`). */
export const isOver = (reason: string, today: string): boolean => (removalOf(reason) ?? today) < today;
