/** What answers show of clients. Each view is a schema with a name of its own. */
import * as z from 'zod';
import { ALL_SCOPES } from '../../../ground/kernel/access.ts';
import { CLIENT_AUTH_METHODS, GRANT_TYPES } from '../../../modules/clients/client-vocabulary.ts';
import { timestamp, url } from '../fields.ts';

export const clientType = z.enum(['confidential', 'public']);
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);
export const grantTypes = z.array(oneOf(GRANT_TYPES));
export const scopes = z.array(oneOf(ALL_SCOPES));
export const authMethod = oneOf(CLIENT_AUTH_METHODS);

const identity = { client_id: z.string(), client_name: z.string() };
const registered = { client_type: clientType, redirect_uris: z.array(url) };
const purpose = { grant_types: grantTypes, scopes };
const logo = { logo_uri: url.nullable() };
const dates = { created_at: timestamp, updated_at: timestamp };
const secret = z
  .string()
  .nullable()
  .meta({ description: 'Shown only this one time. Null for a client without a secret.' });

export const wholeClient = z
  .strictObject({
    ...identity,
    ...registered,
    ...purpose,
    token_endpoint_auth_method: authMethod,
    ...logo,
    tos_uri: url.nullable(),
    policy_uri: url.nullable(),
    jwks_uri: url.nullable(),
    ...dates,
  })
  .meta({ id: 'Client', description: 'An OAuth client.' });
export const listedClient = z
  .strictObject({ ...identity, ...registered, ...purpose, ...logo, ...dates })
  .meta({ id: 'ListedClient', description: 'A client in a list.' });
export const createdClient = z
  .strictObject({
    client_id: z.string(),
    client_secret: secret,
    client_name: z.string(),
    ...registered,
    created_at: timestamp,
  })
  .meta({ id: 'CreatedClient', description: 'A client that was just registered, with its secret.' });
export const updatedClient = z
  .strictObject({ ...identity, redirect_uris: z.array(url), updated_at: timestamp })
  .meta({ id: 'UpdatedClient', description: 'What an update tells of a client.' });
export const rotatedSecret = z
  .strictObject({ client_id: z.string(), client_secret: z.string(), rotated_at: timestamp })
  .meta({ id: 'RotatedClientSecret', description: 'The new secret of a client.' });
