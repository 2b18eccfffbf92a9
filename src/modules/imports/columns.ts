import { broken, type Broken } from '../../ground/faults/index.ts';
import { fieldsHaving, USER_FIELDS } from '../users/index.ts';
import { importErrors } from './errors.ts';
import { flagOf, stateOf } from './words.ts';

export const IMPORT_FORMATS = ['csv', 'jsonl', 'firebase'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

const OF_TABLE = fieldsHaving('importedAs');
/** What an import reads of a user. */
export const IMPORT_FIELDS = [...OF_TABLE, 'passwordHash', 'passwordSalt', 'organization', 'groups', 'roles'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What columns of attributes begin with. The name of the attribute follows. */
export const ATTRIBUTE = 'attributes.';
/** What a column is: a field, or an attribute that the customer has defined. */
export type ImportTarget = ImportField | `attributes.${string}`;

/** Which field a column of the file is. Null for a column that is not read. */
export interface ColumnMapping {
  readonly column: string;
  readonly field: ImportTarget | null;
  /** Whether the column says the opposite of the field, as `blocked` does of `isActive`. */
  readonly negated?: boolean;
}

/** The fields that are true or false. Others have no opposite. */
export const FLAGS: readonly ImportTarget[] = ['emailVerified', 'isActive'];

/** How a column is read. */
export interface ReadColumn {
  readonly target: ImportTarget;
  readonly negated: boolean;
  /** Of several columns of a field, the first that is not blank counts, the lowest rank first. */
  readonly rank: number;
}

/** The values of a row, by fields. */
export type Values = Readonly<Partial<Record<ImportTarget, unknown>>>;

/**
 * What columns are called here and in the exports of Auth0, Cognito, Entra, Firebase, Google, Keycloak and Okta, the best
 * name first. Letters of any case, and nothing but letters and digits.
 */
const NAMES: Readonly<Record<ImportField, readonly string[]>> = {
  ...(Object.fromEntries(OF_TABLE.map((field) => [field, USER_FIELDS[field].importedAs])) as unknown as Record<
    (typeof OF_TABLE)[number],
    readonly string[]
  >),
  passwordHash: ['passwordhash', 'hashedpassword', 'encryptedpassword'],
  passwordSalt: ['passwordsalt', 'salt'],
  organization: ['organization'],
  groups: ['groups', 'group'],
  roles: ['roles'],
};
/** Columns that say the opposite of `isActive`. */
const INACTIVE = [
  'blocked',
  'disabled',
  'suspended',
  'locked',
  'banned',
  'archived',
  'deactivated',
  'inactive',
  'deleted',
];

const KNOWN = new Map<string, ReadColumn>([
  ...Object.entries(NAMES).flatMap(([target, names]) =>
    names.map((name, rank) => [name, { target: target as ImportField, negated: false, rank }] as const),
  ),
  ...INACTIVE.flatMap((name) =>
    [name, `is${name}`, `account${name}`].map(
      (each) => [each, { target: 'isActive', negated: true, rank: 0 }] as const,
    ),
  ),
]);

/** A name without what a template says behind it, such as `[Required]`. */
const plain = (name: string): string =>
  name
    .replace(/\[[^\]]*\]\s*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Finds the fields of a file's columns: by the mapping, or else by the column's name. */
export class Columns {
  private readonly mapped: ReadonlyMap<string, ColumnMapping>;
  private readonly targets: ReadonlySet<ImportTarget | null>;

  /** `hasSalts`: whether salts are read, which belong to hashes whose parameters were given. */
  constructor(
    mapping: readonly ColumnMapping[],
    private readonly hasSalts: boolean,
  ) {
    this.mapped = new Map(mapping.map((each) => [each.column.trim(), each]));
    this.targets = new Set(mapping.map(({ field }) => field));
  }

  /** How a column is read. Null if it is not. */
  of(column: string): ReadColumn | null {
    const name = column.trim();
    const mapped = this.mapped.get(name);
    if (mapped) return mapped.field && { target: mapped.field, negated: mapped.negated ?? false, rank: 0 };
    const known = isAttribute(name) ? { target: name, negated: false, rank: 0 } : (KNOWN.get(plain(name)) ?? null);
    if (known?.target === 'passwordSalt' && !this.hasSalts) return null;
    // A column that was mapped to this field goes first.
    return known && this.targets.has(known.target) ? null : known;
  }

  /** How the columns of a header are read. Throws if none is the address, two are the same, or a mapped one is missing. */
  ofHeader(header: readonly string[]): (ReadColumn | null)[] {
    const names = header.map((column) => column.trim());
    const missing = [...this.mapped.keys()].find((column) => !names.includes(column));
    if (missing !== undefined) throw wrong(broken('no_column', { column: JSON.stringify(missing) }));
    const columns = names.map((column) => this.of(column));
    const twice = columns.find((column, n) => column && columns.findIndex((other) => isSame(column, other)) !== n);
    if (twice) throw wrong(broken('same_columns', { target: twice.target }));
    if (!columns.some((column) => column?.target === 'email')) throw wrong(broken('no_email_column'));
    return columns;
  }
}

const isAttribute = (name: string): name is `attributes.${string}` => name.startsWith(ATTRIBUTE);

/** Whether two columns are the same one. All that say whether a user is active count together. */
const isSame = (one: ReadColumn, other: ReadColumn | null): boolean =>
  one === other || (one.target === other?.target && one.rank === other.rank && one.target !== 'isActive');

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The values of a row. A user is active if no column says the opposite. What cannot be understood stays as it is. */
export function valuesOf(cells: readonly (readonly [column: ReadColumn, value: unknown])[]): Values {
  const filled = cells.filter(([, value]) => !isBlank(value)).toSorted(([one], [other]) => other.rank - one.rank);
  const states = filled.flatMap(([{ target, negated }, value]) =>
    target === 'isActive' ? [stateOf(value, negated)] : [],
  );
  const unclear = states.find((state) => typeof state !== 'boolean');
  return {
    ...Object.fromEntries<unknown>(
      filled.map(([{ target, negated }, value]) => [target, negated ? opposite(value) : value]),
    ),
    ...(states.length > 0 && { isActive: unclear ?? states.every((state) => state === true) }),
  };
}

const opposite = (value: unknown): unknown => {
  const flag = flagOf(value);
  return flag === undefined ? value : !flag;
};

const wrong = (rule: Broken) => importErrors.IMPORT_COLUMNS_WRONG({ field: 'columns', broken: rule });
