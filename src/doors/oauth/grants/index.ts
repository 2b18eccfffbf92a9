/**
 * The grant types of the token endpoint, one file each. The token endpoint calls their hooks between its own steps. A new
 * grant type is a file and a line in this table.
 */
import { DEVICE_CODE, JWT_BEARER, TOKEN_EXCHANGE, type GrantType } from '../../../modules/clients/index.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import { deviceCode } from './device-code.ts';
import type { Grant } from './grant.ts';
import { jwtBearer } from './jwt-bearer.ts';
import { refreshToken } from './refresh-token.ts';
import { tokenExchange } from './token-exchange.ts';

export type { GrantResult, Grant, TokenRequest } from './grant.ts';
export { ACCESS_TOKEN } from './token-exchange.ts';

export const grants: Readonly<Record<GrantType, Grant>> = {
  authorization_code: authorizationCode,
  client_credentials: clientCredentials,
  refresh_token: refreshToken,
  [DEVICE_CODE]: deviceCode,
  [JWT_BEARER]: jwtBearer,
  [TOKEN_EXCHANGE]: tokenExchange,
};
