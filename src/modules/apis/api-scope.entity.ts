import { defineEntity, p } from '@mikro-orm/core';
import { sharedCustomer, shareRows, toOne } from '../../ground/kernel/entity.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Api } from './api.entity.ts';

const ApiScopeSchema = defineEntity({
  name: 'ApiScope',
  tableName: 'api_scopes',
  properties: {
    id: p.uuid().primary(),
    /** Null for scopes of Guildhall itself. */
    customerId: sharedCustomer(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    apiId: p.uuid(),
    api: () => toOne<Api>('Api', 'api_id'),
    /** By the alphabet of RFC 6749 §3.3. Unique within the API. */
    name: p.text(),
    /** A sentence for the consent page. */
    description: p.text().default(''),
    /** The same in other languages, by their tags. */
    translations: p.json().$type<Readonly<Record<string, string>>>().defaultRaw("'{}'::jsonb"),
    /** Whether a request that names the API and none of its scopes gets it. */
    isDefault: p.boolean().default(false),
    /** Whether users can leave it out on the consent page. */
    isOptional: p.boolean().default(false),
    createdAt: p.datetime(),
  },
  checks: [
    { name: 'api_scopes_own_check', expression: `customer_id is not null or api_id = '${OWN_API_ID}'` },
    { name: 'api_scopes_name_check', expression: "name ~ '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$'" },
  ],
  uniques: [
    { name: 'api_scopes_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'api_scopes_api_id_name_key', properties: ['apiId', 'customerId', 'name'] },
  ],
});

/** What an access token for an API can allow. */
export class ApiScope extends ApiScopeSchema.class {}
ApiScopeSchema.setClass(ApiScope);
shareRows(ApiScope);

const ClientScopeSchema = defineEntity({
  name: 'ClientScope',
  tableName: 'client_scopes',
  properties: {
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    scopeId: p.uuid().primary(),
    scope: () => toOne<ApiScope>('ApiScope', 'scope_id'),
  },
  indexes: [{ name: 'client_scopes_scope_id_index', properties: ['scopeId', 'customerId', 'clientId'] }],
});

/** A scope of an API that a client may have, for itself or for its users. */
export class ClientScope extends ClientScopeSchema.class {}
ClientScopeSchema.setClass(ClientScope);
