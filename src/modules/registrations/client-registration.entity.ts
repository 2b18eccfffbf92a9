import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import type { RegisteredDetails } from './registration-metadata.ts';

const ClientRegistrationSchema = defineEntity({
  name: 'ClientRegistration',
  tableName: 'client_registrations',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
    initialAccessTokenId: p.uuid(),
    initialAccessToken: () => toOne<InitialAccessToken>('InitialAccessToken', 'initial_access_token_id'),
    /** SHA-256 of the registration access token (RFC 7592). Null if an administrator has ended it. */
    tokenHash: p.blob().nullable().lazy().hidden(),
    /** What the client says of itself that this server only repeats. */
    details: p.json().$type<RegisteredDetails>(),
    createdAt: p.datetime(),
  },
  uniques: [{ name: 'client_registrations_token_hash_key', properties: ['tokenHash'] }],
  indexes: [
    {
      name: 'client_registrations_initial_access_token_id_index',
      properties: ['initialAccessTokenId', 'customerId'],
    },
  ],
});

/** A client that registered itself, and the token with which it manages its registration. */
export class ClientRegistration extends ClientRegistrationSchema.class {}
ClientRegistrationSchema.setClass(ClientRegistration);
