import { broken } from '../../ground/faults/index.ts';
import { ALL_SCOPES } from '../../ground/kernel/access.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readAll, readItems, refuse } from '../../ground/kernel/input.ts';
import { readText } from '../../ground/kernel/text.ts';
import { scopeNameTaken } from './api.constraints.ts';

/** The most scopes of an API, and of a client. */
export const SCOPES_MAX = 1_000;
/** The most characters of a scope's name. */
export const SCOPE_NAME_MAX = 128;
/** What a scope's name is (RFC 6749 §3.3). */
export const SCOPE_NAME_PATTERN = `[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,${SCOPE_NAME_MAX}}`;
/** The most characters of the sentence for the consent page. */
export const SENTENCE_MAX = 500;
/** The most languages that the sentence is in, besides the first. */
export const LANGUAGES_MAX = 50;
/** The most characters of a language. */
export const LANGUAGE_MAX = 35;

const SCOPE_NAME = new RegExp(`^${SCOPE_NAME_PATTERN}$`);

/** The sentence in another language. */
export interface Translation {
  /** A tag by BCP 47, such as `de`. */
  readonly language: string;
  readonly description: string;
}

/** Changes to a scope. What is left out stays unchanged. */
export interface UpdateScope {
  readonly name?: string | null;
  readonly description?: string | null;
  /** All there are. */
  readonly translations?: readonly Translation[] | null;
  readonly isDefault?: boolean | null;
  readonly isOptional?: boolean | null;
}

/** A scope to add. */
export interface NewScope extends UpdateScope {
  readonly name: string;
}

/** The readers of the given fields of a scope, which is at `at` of the input. */
const scopeReaders = ({ name, description, translations, isDefault, isOptional }: UpdateScope, at = '') => ({
  ...(name != null && { name: () => readScopeName(`${at}name`, name) }),
  ...(description != null && {
    description: () => readText(`${at}description`, description, { min: 0, max: SENTENCE_MAX }),
  }),
  ...(translations && { translations: () => readTranslations(`${at}translations`, translations) }),
  ...(isDefault != null && { isDefault: () => isDefault }),
  ...(isOptional != null && { isOptional: () => isOptional }),
});

/** Reads the given fields of a scope. Throws `invalid` with all faults. */
export const readScope = (input: UpdateScope) => readAll(scopeReaders(input));

/** Reads scopes to add. Throws `invalid` with all faults, and if two have the same name. */
export function readScopes(scopes: readonly NewScope[]) {
  if (scopes.length > SCOPES_MAX) throw fault('scopes', 'too_many', { max: SCOPES_MAX });
  const read = readItems(scopes, (scope, index) => ({
    ...readAll({
      ...scopeReaders(scope, `scopes.${index}.`),
      name: () => readScopeName(`scopes.${index}.name`, scope.name),
    }),
  }));
  const first = new Map(read.map(({ name }, index) => [name, index] as const).toReversed());
  refuse(
    read.flatMap(({ name }, index) => (first.get(name) === index ? [] : [fault(`scopes.${index}.name`, 'repeated')])),
  );
  return read;
}

function readScopeName(field: string, name: string): string {
  if (!SCOPE_NAME.test(name)) throw fault(field, 'scope_name', { max: SCOPE_NAME_MAX });
  if ((ALL_SCOPES as readonly string[]).includes(name)) throw fault(field, 'own_scope');
  return name;
}

function readTranslations(field: string, given: readonly Translation[]): Record<string, string> {
  if (given.length > LANGUAGES_MAX) throw fault(field, 'too_many', { max: LANGUAGES_MAX });
  const read = readItems(given, ({ language, description }, index) =>
    readAll({
      language: () => readLanguage(`${field}.${index}.language`, language),
      description: () => readText(`${field}.${index}.description`, description, { max: SENTENCE_MAX }),
    }),
  );
  const texts = Object.fromEntries(read.map(({ language, description }) => [language, description]));
  if (Object.keys(texts).length < read.length) throw fault(field, 'duplicates');
  return texts;
}

function readLanguage(field: string, tag: string): string {
  try {
    if (tag.length <= LANGUAGE_MAX) return new Intl.Locale(tag).toString();
  } catch {
    // A RangeError: no tag is such a text.
  }
  throw fault(field, 'language');
}

/** The error for a name that a scope of the API has. */
export const takenAt = (index: number) => scopeNameTaken(`scopes.${index}.name`);

/** What an item of a list of scopes' ids breaks that names none. */
export const noScope = broken('no_api_scope');
