import { TOKEN_SECONDS } from '../api.input.ts';
import { LANGUAGES_MAX, SCOPE_NAME_MAX, SENTENCE_MAX } from '../api-scope.input.ts';

/** What the fields of an API mean, wherever they are. */
export const API_TEXTS = {
  identifier:
    'An absolute URI without fragment: the resource of requests (RFC 8707) and the aud of tokens. Unique within the customer, and no address of this server.',
  name: 'The name, which users see on the consent page.',
  description: 'What the API is for. May be empty.',
  logoUri: 'The address of a picture for the consent page, or null.',
  tokenSeconds: `How many seconds its access tokens live, from ${TOKEN_SECONDS.min} to ${TOKEN_SECONDS.max}. Null for as long as those for this server.`,
  signingAlg: 'What signs its access tokens.',
  allowsRefreshTokens: 'Whether logins for it get refresh tokens.',
  isFirstParty: 'Whether it is the customer’s own, so that users are not asked for consent to its scopes.',
  requiresRole: 'Whether users get only the scopes that their roles have. Otherwise every user can get every scope.',
  tellsRoles: 'Whether its tokens and their introspection have the subject’s roles (RFC 9068 §2.2.3.1).',
  tellsGroups: 'Whether its tokens and their introspection have the user’s groups.',
  tellsEntitlements: 'Whether its tokens and their introspection have all scopes that the subject may have of it.',
};

/** The same of a scope. */
export const SCOPE_TEXTS = {
  name: `The name, as requests have it (RFC 6749 §3.3): 1 to ${SCOPE_NAME_MAX} characters. Unique within the API, and no scope of this server.`,
  description: `The sentence for the consent page, of at most ${SENTENCE_MAX} characters.`,
  translations: `The sentence in other languages, ${LANGUAGES_MAX} at most.`,
  language: 'The language: a tag by BCP 47, such as de.',
  isDefault: 'Whether a request that names the API and none of its scopes gets it.',
  isOptional: 'Whether users can leave it out on the consent page.',
};

/** The arguments by which the end of what is in use is confirmed. */
export const CONFIRM_TEXTS = {
  dryRun: 'Whether to tell what would end, and change nothing.',
};
