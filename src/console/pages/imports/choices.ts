import type { TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import type { Field } from '../../parts/fields.tsx';

/** The value of a choice that leaves it to the server to find something out. */
export const FOUND = 'FOUND';

const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
];

/** The fields of a user, in the order in which they are offered. */
const FIELDS: readonly TypeOf<'UserImportField'>[] = [
  'EMAIL',
  'EMAIL_VERIFIED',
  'USERNAME',
  'NAME',
  'GIVEN_NAME',
  'FAMILY_NAME',
  'PHONE_NUMBER',
  'PICTURE',
  'IS_ACTIVE',
  'ROLE',
  'ORGANIZATION',
  'GROUPS',
  'ROLES',
  'PASSWORD_HASH',
  'PASSWORD_SALT',
];

/** What is chosen for a column of an attribute. */
export const ATTRIBUTE = 'attributes.';

/** What a column can be read as. Salts belong to hashes of Firebase. */
export const targets = (attributes: readonly string[], hasSalts: boolean) => [
  { value: '', label: t('import.leftOut') },
  {
    group: t('import.fields'),
    items: FIELDS.filter((field) => field !== 'PASSWORD_SALT' || hasSalts).map((value) => ({
      value,
      label: named('importField', value),
    })),
  },
  ...(attributes.length > 0
    ? [
        {
          group: t('import.attributes'),
          items: attributes.map((name) => ({ value: `${ATTRIBUTE}${name}`, label: name })),
        },
      ]
    : []),
];

/** How a file is read: `found` tells what the server has found. */
export const reading = (found?: {
  readonly delimiter: string | null;
  readonly encoding: string | null;
}): Record<'delimiter' | 'encoding', Field> => ({
  delimiter: {
    name: 'delimiter',
    label: t('import.delimiter'),
    kind: 'choice',
    choices: [
      { value: FOUND, label: foundText(delimiters().find(({ value }) => value === found?.delimiter)?.label) },
      ...delimiters(),
    ],
  },
  encoding: {
    name: 'encoding',
    label: t('import.encoding'),
    kind: 'choice',
    choices: [
      { value: FOUND, label: foundText(found?.encoding) },
      ...ENCODINGS.map((value) => ({ value, label: value })),
    ],
  },
});

const foundText = (found: string | null | undefined): string =>
  found ? t('import.foundIs', { found }) : t('import.found');

const delimiters = () => [
  { value: ',', label: t('import.comma') },
  { value: ';', label: t('import.semicolon') },
  { value: '\t', label: t('import.tab') },
  { value: '|', label: t('import.bar') },
];
