import * as z from 'zod';
import { broken, type Broken } from '../../ground/faults/index.ts';

/** The rules of a field that the documentation tells. */
interface Documented {
  readonly anyOf?: readonly Documented[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const known = new WeakMap<z.ZodType, Readonly<Record<string, Documented>>>();

/**
 * What the documented rules say of the fields of an object. The operation enforces them, but does not run if another field
 * has the wrong type. `isRead` says which fields have the right one.
 */
export function documentedFaults(
  schema: z.ZodType,
  value: unknown,
  isRead: (field: string) => boolean,
): [field: string, rule: Broken][] {
  if (typeof value !== 'object' || value === null) return [];
  let fields = known.get(schema);
  if (!fields) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    known.set(schema, (fields = properties as Record<string, Documented>));
  }
  return Object.entries(value).flatMap(([field, given]) => {
    const documented = Object.hasOwn(fields, field) && isRead(field) ? fields[field]! : {};
    const rule = [documented, ...(documented.anyOf ?? [])].map((each) => brokenBy(given, each)).find(Boolean);
    return rule ? [[field, rule] as [string, Broken]] : [];
  });
}

function brokenBy(value: unknown, { minimum, maximum, maxLength, minItems, maxItems }: Documented): Broken | undefined {
  if (typeof value === 'number' && minimum !== undefined && maximum !== undefined)
    return value < minimum || value > maximum ? broken('range', { min: minimum, max: maximum }) : undefined;
  if (typeof value === 'string' && maxLength !== undefined && [...value.trim()].length > maxLength)
    return broken('too_long', { max: maxLength });
  if (!Array.isArray(value)) return undefined;
  if (maxItems !== undefined && value.length > maxItems) return broken('too_many', { max: maxItems });
  return minItems !== undefined && value.length < minItems ? broken('empty') : undefined;
}
