import { isDeepStrictEqual } from 'node:util';

/** The details of an event that changed fields: which ones, and the values of those that the trail shows. */
export interface ChangeDetails {
  readonly fields: readonly string[];
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

/** What differs between two states of an object. The values of `hidden` fields are not recorded. */
export function changesBetween<Row extends object>(
  before: Row,
  now: Row,
  shown: readonly (keyof Row & string)[],
  hidden: readonly (keyof Row & string)[] = [],
): ChangeDetails {
  const differs = (field: keyof Row & string): boolean => !isDeepStrictEqual(before[field], now[field]);
  const changed = shown.filter(differs);
  return {
    fields: [...changed, ...hidden.filter(differs)],
    changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: now[field] }])),
  };
}

/** The details of an event that changed both. */
export const bothChanges = (one: ChangeDetails, other: ChangeDetails | undefined): ChangeDetails =>
  other ? { fields: [...one.fields, ...other.fields], changes: { ...one.changes, ...other.changes } } : one;

/** A changed field. Both values are null if the trail does not show them. */
export interface AuditChange {
  readonly field: string;
  readonly isHidden: boolean;
  readonly old: unknown;
  readonly new: unknown;
}

/** The changes that an event's details tell of. Empty for an event of another kind. */
export function changesOf(details: Readonly<Record<string, unknown>>): AuditChange[] {
  const { fields, changes } = details as Partial<ChangeDetails>;
  if (!Array.isArray(fields)) return [];
  return fields.map((field: string) => {
    const change = changes?.[field];
    return { field, isHidden: !change, old: change?.from ?? null, new: change?.to ?? null };
  });
}
