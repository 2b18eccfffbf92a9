import { fault } from '../../ground/kernel/errors.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The longest type, id or name. */
const TEXT_MAX = 2048;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is an object, or left out. */
export function optionalObject(of: Json, field: string, path = field): Json | undefined {
  const value = of[field];
  if (value !== undefined && !isObject(value)) throw fault(path, 'object');
  return value;
}

/** A member that is an object. */
export function objectIn(of: Json, field: string): Json {
  const value = optionalObject(of, field);
  if (value === undefined) throw fault(field, 'missing');
  return value;
}

/** A member that is a text, or left out. */
export function optionalText(of: Json, field: string, path: string): string | undefined {
  const value = of[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw fault(path, 'text');
  if (value.includes('\0')) throw fault(path, 'nul');
  if (value.length > TEXT_MAX) throw fault(path, 'too_long', { max: TEXT_MAX });
  return value;
}

/** A member that is a text. */
export function textIn(of: Json, field: string, path: string): string {
  const value = optionalText(of, field, path);
  if (value === undefined) throw fault(path, 'missing');
  return value;
}
