import { defineEntity, p } from '@mikro-orm/core';
import { sharedCustomer, shareRows, toOne } from '../../ground/kernel/entity.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import { version } from '../../ground/kernel/version.ts';
import { listIndex } from '../../ground/lists/list-index.ts';
import { searchIndex, searchText } from '../../ground/lists/search-text.ts';
import type { SigningAlg } from '../../ground/kernel/signing-alg.ts';
import type { Customer } from '../customers/customer.entity.ts';

const ApiSchema = defineEntity({
  name: 'Api',
  tableName: 'apis',
  properties: {
    id: p.uuid().primary(),
    /** Null for Guildhall itself, which reads show to every customer as its own. */
    customerId: sharedCustomer(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** An absolute URI: the `resource` of requests and the `aud` of tokens. Unique within the customer. */
    identifier: p.text(),
    name: p.text(),
    description: p.text().default(''),
    logoUri: p.text().nullable(),
    /** How long its access tokens live, in seconds; null for as long as the server's own. */
    tokenSeconds: p.integer().nullable().check('token_seconds >= 60 and token_seconds <= 86400'),
    signingAlg: p
      .text()
      .$type<SigningAlg>()
      .default('ES256')
      .check("signing_alg in ('RS256', 'ES256', 'PS256', 'EdDSA')"),
    /** Whether grants that are for it get refresh tokens. */
    allowsRefreshTokens: p.boolean().default(true),
    /** Whether it is the customer's own, so that users are not asked for consent to its scopes. */
    isFirstParty: p.boolean().default(false),
    /** Whether users get only the scopes that their roles have; else every user can get every scope. */
    requiresRole: p.boolean().default(false),
    /** Whether tokens for it, and their introspection, name the roles of the subject (RFC 9068 §2.2.3.1). */
    tellsRoles: p.boolean().default(false),
    /** The same for the groups. */
    tellsGroups: p.boolean().default(false),
    /** The same for the scopes that the subject may have, whatever the token has of them. */
    tellsEntitlements: p.boolean().default(false),
    searchText: searchText(),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  checks: [{ name: 'apis_own_check', expression: `customer_id is not null or id = '${OWN_API_ID}'` }],
  uniques: [
    { name: 'apis_customer_id_id_key', properties: ['customerId', 'id'] },
    { name: 'apis_customer_id_identifier_key', properties: ['identifier', 'customerId'] },
  ],
  indexes: [
    listIndex('apis', 'name', 'search_folded("name") collate "C"'),
    listIndex('apis', 'created_at', '"created_at"'),
    listIndex('apis', 'updated_at', '"updated_at"'),
    searchIndex('apis'),
  ],
});

/** An API of a customer, for which clients get access tokens, or Guildhall itself. */
export class Api extends ApiSchema.class {}
ApiSchema.setClass(Api);
shareRows(Api);
