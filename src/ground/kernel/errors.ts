import {
  broken,
  inNames,
  sentenceOf,
  shownPath,
  type AnyParameters,
  type Broken,
  type Given,
  type Naming,
  type Rule,
} from '../faults/index.ts';

/**
 * The eight ways a request can fail, each with what it means. Every door has one table that turns them into its own
 * statuses.
 */
export const KINDS = {
  invalid: 'The request is wrong. It fails again if it is repeated unchanged.',
  unauthenticated: 'The access token is missing, invalid or expired.',
  forbidden: 'The caller may not do this.',
  not_found: 'There is no such thing, or it belongs to another customer.',
  conflict: 'The request contradicts what is stored, such as a name that is taken.',
  rate_limited: 'The caller asks for too much. Try again after the time given.',
  unavailable: 'The server cannot do this for the moment. Try again after the time given.',
  internal: 'The server failed. Its log has the reason under the request’s id.',
} as const;
export type ErrorKind = keyof typeof KINDS;

const codes = {
  INVALID_INPUT: ['invalid', 'The input cannot be accepted; the message says what is wrong with which field.'],
  INVALID_CURSOR: ['invalid', 'The cursor is not one of this list in this order. Begin with the first page.'],
  FILTER_TOO_COSTLY: [
    'invalid',
    'The filter cannot be answered without reading too much; the message says which conditions find too many.',
  ],
  UNAUTHENTICATED: ['unauthenticated', 'This needs an access token.'],
  FORBIDDEN: ['forbidden', 'You are not allowed to do this.'],
  INSUFFICIENT_SCOPE: ['forbidden', 'The access token’s scope does not allow this.'],
  USER_REQUIRED: ['forbidden', 'This operation needs a user’s access token.'],
  DOCUMENT_NOT_ALLOWED: ['forbidden', 'The client is limited to other documents, and to GraphQL.'],
  REAUTHENTICATION_REQUIRED: [
    'forbidden',
    'The sign-in is too long ago: sign in again, with max_age or prompt=login. In a browser’s session, that is at /login?prompt=login.',
  ],
  IMPERSONATED: ['forbidden', 'An administrator who acts as a user can read here, and change nothing.'],
  VERSION_CONFLICT: ['conflict', 'It has another version than the one expected, so nothing was changed.'],
  DATABASE_BUSY: ['unavailable', 'The database has too much to do for the moment; try again shortly.'],
  DATABASE_UNAVAILABLE: ['unavailable', 'The database cannot be reached for the moment; try again shortly.'],
  SELECTION_DIFFERS: ['conflict', 'The selection does not have the expected number of items. Nothing was changed.'],
  NOTHING_CHANGED: ['conflict', 'Another item failed, so nothing was changed.'],
  OVERLOADED: ['unavailable', 'The server has more requests than it can answer; try again shortly.'],
  REQUEST_TIMEOUT: ['unavailable', 'The request took longer than this server waits; try again shortly.'],
  INTERNAL: ['internal', 'Something went wrong; the log has it under the request’s id.'],
} as const;

/**
 * Every error code there is. Each room declares its own in its `errors.ts`, by `errors()`, and adds them here, so that a
 * code nobody declares does not compile.
 */
export interface ErrorCodes extends Declared<typeof codes> {}
export type ErrorCode = keyof ErrorCodes;

/** What a room adds to `ErrorCodes`. */
export type Declared<Codes> = { readonly [Code in keyof Codes]: true };

/** An error code: how a request fails by it, and the sentence that explains it. */
export interface ErrorDeclaration {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly meaning: string;
  /** The room that declares it. */
  readonly room: string;
}

/** What is wrong with one part of an input. */
export interface InputFault {
  /** Where it is in the input, in the names of GraphQL: `name`, `redirectUris.1`. */
  readonly path: string;
  readonly code: ErrorCode;
  /** The rule that is broken, with the names of GraphQL in its parameters. Null if the code says it all. */
  readonly rule: Rule | null;
  readonly parameters: AnyParameters | null;
  /** The same in a sentence. */
  readonly message: string;
}

interface ErrorDetails {
  /** What the caller is told, where it says more than the code's own sentence. */
  readonly message?: string;
  /** The path of the part of the input that is wrong, where one is. */
  readonly field?: string;
  /** The rule that this part breaks. Its sentence is the message. */
  readonly broken?: Broken;
  /** Everything that is wrong with the input, instead of `field`. */
  readonly faults?: readonly InputFault[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
  /** The version of what was to be changed, where another was expected. */
  readonly currentVersion?: number;
  /** What really happened; for the log, never for the caller. */
  readonly cause?: unknown;
}

/** A failure meant for the caller: `code` is stable, `message` is public, `cause` stays inside. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  /** What is wrong with the input, part by part. Empty if the error is about no part of it. */
  readonly faults: readonly InputFault[];
  readonly retryAfter: number | undefined;
  readonly currentVersion: number | undefined;

  constructor({ kind, code, meaning }: ErrorDeclaration, details: ErrorDetails = {}) {
    const { field, broken: rule } = details;
    const message = rule ? sentenceOf(rule, shownPath(field ?? '')) : (details.message ?? meaning);
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.code = code;
    const told = { rule: rule?.rule ?? null, parameters: rule?.parameters ?? null, message };
    this.faults = details.faults ?? (field === undefined ? [] : [{ path: field, code, ...told }]);
    this.retryAfter = details.retryAfter;
    this.currentVersion = details.currentVersion;
  }

  /** The path of the first part of the input that is wrong. */
  get field(): string | undefined {
    return this.faults[0]?.path;
  }
}

/** The errors of a room, made by their codes: `groupErrors.GROUP_NAME_TAKEN({ field: 'name' })`. */
type Errors<Codes> = {
  readonly [Code in keyof Codes]: Code extends ErrorCode ? (details?: ErrorDetails) => AppError : never;
};

const declarations = new Map<string, ErrorDeclaration>();

/** Declares the error codes of a room. A code has one kind, wherever it is thrown, and so one status at every door. */
export function errors<const Codes extends Readonly<Record<string, readonly [kind: ErrorKind, meaning: string]>>>(
  room: string,
  table: Codes,
): Errors<Codes> {
  const makers = Object.entries(table).map(([code, [kind, meaning]]) => {
    if (declarations.has(code)) throw new Error(`The error code ${code} is declared twice.`);
    const declaration = { code: code as ErrorCode, kind, meaning, room };
    declarations.set(code, declaration);
    return [code, (details?: ErrorDetails) => new AppError(declaration, details)];
  });
  return Object.fromEntries(makers) as Errors<Codes>;
}

/** Every code that is declared by what has been loaded. */
export const declaredErrors = (): readonly ErrorDeclaration[] => [...declarations.values()];

/** The codes that callers of the server can get, in alphabetical order. The command line has some more. */
export const serverErrors = (): readonly ErrorDeclaration[] =>
  declaredErrors()
    .filter(({ room }) => room !== 'cli')
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));

/** Where the server explains its codes. */
export const ERRORS_PATH = '/docs/errors';

/** The address where this server explains a code. */
export const documentationOf = (
  { server }: { readonly server: { readonly baseUrl: string } },
  code: ErrorCode,
): string => `${server.baseUrl}${ERRORS_PATH}#${code}`;

/** The errors that any room may make. */
export const kernelErrors = errors('kernel', codes);

/** The error of a code that another room declares, for those who may not import that room. */
export function errorOf(code: ErrorCode, details?: ErrorDetails): AppError {
  const declaration = declarations.get(code);
  if (!declaration) throw new Error(`What declares the error code ${code} is not loaded.`);
  return new AppError(declaration, details);
}

/** Input that can never be accepted: the field breaks a rule. */
export const fault = <R extends Rule>(field: string, rule: R, ...given: Given<R>): AppError =>
  kernelErrors.INVALID_INPUT({ field, broken: broken(rule, ...given) });

/** The fault as a door with names of its own tells it. */
export function renamedFault({ path, code, rule, parameters, message }: InputFault, naming: Naming): InputFault {
  const name = naming.name(path);
  if (rule === null) return { path: name, code, rule, parameters, message };
  const told = inNames({ rule, parameters: parameters ?? {} }, naming);
  return { path: name, code, ...told, message: sentenceOf(told, shownPath(name)) };
}

type Spaced<Name extends string> = Name extends `${infer Word}_${infer Rest}` ? `${Word} ${Spaced<Rest>}` : Name;

/** What can be missing: `group`, where `GROUP_NOT_FOUND` is declared. */
export type Noun = ErrorCode extends infer Code
  ? Code extends `${infer Name}_NOT_FOUND`
    ? Lowercase<Spaced<Name>>
    : never
  : never;

/** What a viewer is told of things that do not exist and of things of another customer alike. */
export const notFound = (noun: Noun): AppError =>
  errorOf(`${noun.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND` as ErrorCode);
