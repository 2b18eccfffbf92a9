import type { Client } from '#product';
import type { Answer, TestApp } from './app.ts';
import { buildConfidential, SECRET } from './builders.ts';
import { askForTokens } from './logins.ts';

export const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** A confidential client that signs users in and exchanges tokens (RFC 8693). */
export const buildExchanger = (app: TestApp, given: Partial<Client> = {}): Promise<Client> =>
  buildConfidential(app, { grantTypes: ['authorization_code', EXCHANGE], ...given });

/** The answer to a client that exchanges an access token. */
export const exchange = (
  app: TestApp,
  by: Pick<Client, 'id'>,
  token: string,
  fields: Record<string, string> = {},
): Promise<Answer> =>
  askForTokens(app, {
    grant_type: EXCHANGE,
    client_id: by.id,
    client_secret: SECRET,
    subject_token: token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    ...fields,
  });
