import { fault } from './errors.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a value is a date of the calendar, like `2026-01-31`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // 31 April would be 1 May.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Reads a moment in ISO 8601 with its time zone, in a year of four digits. */
export function readMoment(field: string, value: unknown): Date {
  const moment =
    typeof value === 'string' && MOMENT.test(value) && isDate(value.slice(0, 10)) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) throw fault(field, 'moment');
  const read = new Date(moment);
  if (read.toISOString().length !== 24) throw fault(field, 'year', { min: 0, max: 9999 });
  return read;
}
