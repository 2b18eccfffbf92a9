import { registerEnumType } from 'type-graphql';
import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import { enumOf } from '../../../ground/kernel/graphql/types.ts';
import type { RefreshTokenPolicy, SubjectKind } from '../client.entity.ts';
import { CLIENT_AUTH_METHODS, GRANT_TYPES } from '../client-vocabulary.ts';

export const RefreshTokenPolicyEnum = { RETRY: 'retry', STRICT: 'strict' } as const satisfies Record<
  string,
  RefreshTokenPolicy
>;
registerEnumType(RefreshTokenPolicyEnum, {
  name: 'RefreshTokenPolicy',
  description: 'What happens when a refresh token is used a second time.',
  valuesConfig: {
    RETRY: {
      description:
        'For some seconds it returns the same successor, as long as that is unused. So a lost response logs nobody out.',
    },
    STRICT: {
      description: 'The token counts as stolen. The server revokes everything that the client got from the login.',
    },
  },
});

export const SubjectTypeEnum = { PUBLIC: 'public', PAIRWISE: 'pairwise' } as const satisfies Record<
  string,
  SubjectKind
>;
registerEnumType(SubjectTypeEnum, {
  name: 'SubjectType',
  description: 'How a client knows users (OpenID Connect Core §8).',
  valuesConfig: {
    PUBLIC: { description: 'By their ids, the same as at every other client.' },
    PAIRWISE: { description: 'By identifiers that only clients of the same host share.' },
  },
});

export const GrantTypeEnum = enumOf(GRANT_TYPES);
registerChoices(GrantTypeEnum, {
  name: 'GrantType',
  description: 'How a client gets tokens at the token endpoint (RFC 6749).',
  valuesConfig: {
    AUTHORIZATION_CODE: { description: 'For a user who signs in.' },
    REFRESH_TOKEN: { description: 'With a refresh token from such a login.' },
    CLIENT_CREDENTIALS: { description: 'For the client itself: a service account.' },
    DEVICE_CODE: { description: 'For a user who signs in with another device, which shows a code (RFC 8628).' },
    JWT_BEARER: {
      description: 'For the client itself, with an assertion of an issuer that it trusts (RFC 7523 §2.1).',
    },
    TOKEN_EXCHANGE: { description: 'In exchange for another access token (RFC 8693).' },
  },
});

export const AuthMethodEnum = enumOf(CLIENT_AUTH_METHODS);
registerEnumType(AuthMethodEnum, {
  name: 'TokenEndpointAuthMethod',
  description: 'How a client authenticates (OpenID Connect Core §9).',
  valuesConfig: {
    CLIENT_SECRET_BASIC: { description: 'With its secret, in the Authorization header.' },
    CLIENT_SECRET_POST: { description: 'With its secret, in the form.' },
    PRIVATE_KEY_JWT: { description: 'With its own key. It has no secret.' },
    TLS_CLIENT_AUTH: { description: 'With a certificate of a trusted authority for its name (RFC 8705 §2.1).' },
    SELF_SIGNED_TLS_CLIENT_AUTH: { description: 'With a certificate that is registered in its keys (RFC 8705 §2.2).' },
    NONE: { description: 'Not at all: a public client.' },
  },
});
