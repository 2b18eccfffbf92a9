import { broken } from '../../ground/faults/index.ts';
import { isServersName } from '../../ground/http/protected-resource.ts';
import { fault, kernelErrors } from '../../ground/kernel/errors.ts';
import { readAll, readEach } from '../../ground/kernel/input.ts';
import { resourceFault, webUriFault } from '../../ground/kernel/registered-uri.ts';
import { normalResource } from '../../ground/kernel/resource-uri.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import type { SigningAlg } from '../../ground/kernel/signing-alg.ts';
import { readShownName, readText } from '../../ground/kernel/text.ts';
import { readScopes, type NewScope } from './api-scope.input.ts';

/** The most APIs of a customer. */
export const APIS_MAX = 1_000;
/** The most characters of an API's name. */
export const NAME_MAX = 255;
/** The most characters of an API's description. */
export const DESCRIPTION_MAX = 2000;
/** How long its access tokens may live, in seconds: a minute to a day. */
export const TOKEN_SECONDS = { min: 60, max: 86_400 } as const;

const FLAGS = [
  'allowsRefreshTokens',
  'isFirstParty',
  'requiresRole',
  'tellsRoles',
  'tellsGroups',
  'tellsEntitlements',
] as const;

type Flags = { readonly [Flag in (typeof FLAGS)[number]]?: boolean | null };

/** Changes to an API. What is left out stays unchanged. */
export interface UpdateApi extends Flags {
  readonly identifier?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
  /** Null for none. */
  readonly logoUri?: string | null;
  /** Null for as long as the server's own. */
  readonly tokenSeconds?: number | null;
  readonly signingAlg?: SigningAlg | null;
}

/** An API to create. */
export interface CreateApi extends UpdateApi {
  readonly identifier: string;
  readonly name: string;
  readonly scopes?: readonly NewScope[] | null;
}

/** What of an API callers change. */
export const API_FIELDS = [
  'identifier',
  'name',
  'description',
  'logoUri',
  'tokenSeconds',
  'signingAlg',
  ...FLAGS,
] as const;

/** The defaults of a new API. */
export const API_DEFAULTS = {
  description: '',
  logoUri: null,
  tokenSeconds: null,
  signingAlg: 'ES256',
  allowsRefreshTokens: true,
  isFirstParty: false,
  requiresRole: false,
  tellsRoles: false,
  tellsGroups: false,
  tellsEntitlements: false,
} as const;

/** The readers of the given fields of an API. */
export const apiReaders = (input: UpdateApi, settings: Settings) => {
  const { identifier, name, description, logoUri, tokenSeconds, signingAlg } = input;
  return {
    ...(identifier != null && { identifier: () => readIdentifier(identifier, settings) }),
    ...(name != null && { name: () => readShownName('name', name, { max: NAME_MAX }) }),
    ...(description != null && {
      description: () => readText('description', description, { min: 0, max: DESCRIPTION_MAX }),
    }),
    ...(logoUri !== undefined && { logoUri: () => readLogo(logoUri, settings) }),
    ...(tokenSeconds !== undefined && { tokenSeconds: () => readTokenSeconds(tokenSeconds) }),
    ...(signingAlg != null && { signingAlg: () => signingAlg }),
  };
};

const flagsOf = (input: UpdateApi): { [Flag in (typeof FLAGS)[number]]?: boolean } =>
  Object.fromEntries(FLAGS.filter((flag) => input[flag] != null).map((flag) => [flag, input[flag]]));

/** Reads the given fields of an API. Throws `invalid` with all faults. */
export const readApi = (input: UpdateApi, settings: Settings) => ({
  ...readAll(apiReaders(input, settings)),
  ...flagsOf(input),
});

/** Reads an API to create, with its scopes. Throws `invalid` with all faults. */
export function readNewApi(input: CreateApi, settings: Settings) {
  const { scopes, ...fields } = readAll({
    ...apiReaders(input, settings),
    identifier: () => readIdentifier(input.identifier, settings),
    name: () => readShownName('name', input.name, { max: NAME_MAX }),
    scopes: () => readScopes(input.scopes ?? []),
  });
  return { api: { ...API_DEFAULTS, ...fields, ...flagsOf(input) }, scopes };
}

/** The identifier of the input, if it can be read. */
export const identifierIn = (input: UpdateApi, settings: Settings): string | undefined =>
  readEach(apiReaders(input, settings)).values.identifier;

/** The identifiers that name the same resource as this one, which is in its normal form but for its path. */
export const sameIdentifiers = (identifier: string): string[] => {
  const normal = normalResource(identifier);
  const bare = /^[^/]+:\/\/[^/]+\/$/.test(normal) ? [normal.slice(0, -1)] : [];
  return [normal, ...bare];
};

function readIdentifier(uri: string, settings: Settings): string {
  const found = isServersName(settings, uri) ? broken('this_server') : resourceFault(uri);
  if (found) throw kernelErrors.INVALID_INPUT({ field: 'identifier', broken: found });
  // Verifiers compare it character by character, so there is one way to write it.
  if (!sameIdentifiers(uri).includes(uri)) throw fault('identifier', 'normal_host');
  return uri;
}

function readLogo(uri: string | null, { env }: Settings): string | null {
  const found = uri === null ? undefined : webUriFault(uri, env === 'development');
  if (found) throw kernelErrors.INVALID_INPUT({ field: 'logoUri', broken: found });
  return uri;
}

function readTokenSeconds(seconds: number | null): number | null {
  const { min, max } = TOKEN_SECONDS;
  if (seconds === null || (Number.isInteger(seconds) && seconds >= min && seconds <= max)) return seconds;
  throw fault('tokenSeconds', 'seconds', TOKEN_SECONDS);
}
