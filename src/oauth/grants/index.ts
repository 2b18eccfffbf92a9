/**
 * The grants: what a client can turn into tokens. Each is a set of hooks that the token endpoint calls between the steps
 * all of them share, so a new one is a file and a line in this table.
 */
import type { GrantType } from '../../modules/clients/index.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { refreshToken } from './refresh-token.ts';

export type { Award, Grant, TokenRequest } from './grant.ts';

export const grants: Readonly<Record<GrantType, Grant>> = {
  authorization_code: authorizationCode,
  client_credentials: clientCredentials,
  refresh_token: refreshToken,
};
