import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Grant } from '../grants/grant.entity.ts';

const DeviceAuthorizationSchema = defineEntity({
  name: 'DeviceAuthorization',
  tableName: 'device_authorizations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** SHA-256 of the code that the device polls with. */
    deviceCodeHash: p.blob().lazy().hidden(),
    /** A MAC of the code that the user enters. Its SHA-256 would tell it: there are too few codes. */
    userCodeMac: p.text().lazy().hidden(),
    /** What the client asks for. */
    scopes: p.array().columnType('text[]'),
    resources: p.array().columnType('text[]'),
    /** The organization that the user is to act for, by id or name; null if the client names none. */
    organization: p.text().nullable(),
    /** How the user has to have signed in, as authorization requests say it; null if the client does not say. */
    acrValues: p.text().nullable(),
    maxAge: p.text().nullable(),
    /** The `claims` of the request; null if it has none. */
    claims: p.text().nullable(),
    /** The `authorization_details` of the request; null if it has none. */
    authorizationDetails: p.text().nullable(),
    /** Where the request came from. */
    ipAddress: p.text().name('ip'),
    userAgent: p.text(),
    /** How long the device has to wait between two polls. */
    intervalSeconds: p.integer(),
    polledAt: p.datetime().nullable(),
    /** What the user allowed; null until then. */
    grantId: p.uuid().nullable(),
    grant: () => toOne<Grant>('Grant', 'grant_id').nullable(),
    deniedAt: p.datetime().nullable(),
    consumedAt: p.datetime().nullable(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
  uniques: [
    { name: 'device_authorizations_device_code_hash_key', properties: ['deviceCodeHash'] },
    { name: 'device_authorizations_user_code_mac_key', properties: ['userCodeMac'] },
  ],
  indexes: [
    { name: 'device_authorizations_client_id_index', properties: ['clientId', 'customerId'] },
    { name: 'device_authorizations_grant_id_index', properties: ['grantId', 'customerId'] },
    { name: 'device_authorizations_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A device that asks for a user's permission. It is deleted with its client, and with the grant that it became. */
export class DeviceAuthorization extends DeviceAuthorizationSchema.class {}
DeviceAuthorizationSchema.setClass(DeviceAuthorization);
