import { defineEntity, p } from '@mikro-orm/core';
import type { AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const ConsentSchema = defineEntity({
  name: 'Consent',
  tableName: 'consents',
  properties: {
    /** What callers know it by. */
    id: p.uuid().defaultRaw('gen_random_uuid()'),
    userId: p.uuid().primary(),
    user: () => toOne<User>('User', 'user_id'),
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    scopes: p.array().columnType('text[]'),
    /**
     * The optional scopes of APIs that the user has left out, each behind the identifier of its API and a space. They count whatever
     * was allowed before.
     */
    declinedScopes: p.array().columnType('text[]').default([]),
    /** RFC 8707: the resources that the client may get access tokens for, besides this server. */
    resources: p.array().columnType('text[]').default([]),
    /** The claims that the client may get by name, beyond the scopes. */
    claims: p.array().columnType('text[]').default([]),
    /** RFC 9396: what the client asked for in detail when the user last allowed it such. */
    authorizationDetails: p.json().$type<readonly AuthorizationDetail[]>().defaultRaw("'[]'::jsonb"),
    /** Where responses may redirect the browser: hosts, and schemes of native applications. */
    returnHosts: p.array().columnType('text[]').default([]),
    /** When the user last saw each of the scopes. */
    scopesSince: p.json().$type<Readonly<Record<string, string>>>().defaultRaw("'{}'::jsonb").hidden(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [{ name: 'consents_id_key', properties: ['id', 'customerId'] }],
  indexes: [
    { name: 'consents_client_id_index', properties: ['clientId', 'customerId'] },
    { name: 'consents_list_client_index', properties: ['clientId', 'updatedAt', 'id'] },
    { name: 'consents_user_id_index', properties: ['userId', 'customerId'] },
  ],
});

/** What a user allows a client, until the user revokes it. */
export class Consent extends ConsentSchema.class {}
ConsentSchema.setClass(Consent);
