import { importErrors } from './errors.ts';

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What an import reads of a user. */
export const IMPORT_FIELDS = [
  'email',
  'emailVerified',
  'username',
  'name',
  'givenName',
  'familyName',
  'picture',
  'phoneNumber',
  'role',
  'isActive',
  'passwordHash',
  'organization',
  'groups',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What columns of attributes begin with. The name of the attribute follows. */
export const ATTRIBUTE = 'attributes.';
/** What a column is: a field, or an attribute that the customer has defined. */
export type ImportTarget = ImportField | `attributes.${string}`;

/** Which field a column of the file is. Null for a column that is not read. */
export interface ColumnMapping {
  readonly column: string;
  readonly field: ImportTarget | null;
}

/** Other names of columns, besides those of the fields in any spelling. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  emailaddress: 'email',
  mail: 'email',
  firstname: 'givenName',
  lastname: 'familyName',
  phone: 'phoneNumber',
  active: 'isActive',
  enabled: 'isActive',
  group: 'groups',
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const NAMES = new Map<string, ImportField>([
  ...Object.entries(ALIASES),
  ...IMPORT_FIELDS.map((field) => [plain(field), field] as const),
]);

/** Finds the fields of a file's columns: by the mapping, or else by the column's name. */
export class Columns {
  private readonly mapped: ReadonlyMap<string, ImportTarget | null>;

  constructor(mapping: readonly ColumnMapping[]) {
    this.mapped = new Map(mapping.map(({ column, field }) => [column.trim(), field]));
  }

  /** The field of a column. Null if nothing is read from it. */
  fieldOf(column: string): ImportTarget | null {
    const name = column.trim();
    const mapped = this.mapped.get(name);
    if (mapped !== undefined) return mapped;
    const field = isAttribute(name) ? name : (NAMES.get(plain(name)) ?? null);
    // A column that was mapped to this field goes first.
    return field !== null && [...this.mapped.values()].includes(field) ? null : field;
  }

  /** The fields of a header. Throws if no column is the address, a field has two columns, or a mapped column is missing. */
  ofHeader(header: readonly string[]): (ImportTarget | null)[] {
    const names = header.map((column) => column.trim());
    const missing = [...this.mapped.keys()].find((column) => !names.includes(column));
    if (missing !== undefined) throw wrong(`The file has no column ${JSON.stringify(missing)}.`);
    const fields = names.map((column) => this.fieldOf(column));
    const twice = fields.find((field, n) => field !== null && fields.indexOf(field) !== n);
    if (twice) throw wrong(`Two columns of the file are ${twice}.`);
    if (!fields.includes('email')) throw wrong('No column of the file is email. Map one to it.');
    return fields;
  }
}

const isAttribute = (name: string): name is `attributes.${string}` => name.startsWith(ATTRIBUTE);

const wrong = (message: string) => importErrors.IMPORT_COLUMNS_WRONG({ field: 'columns', message });
