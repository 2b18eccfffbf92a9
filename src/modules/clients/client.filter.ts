import { raw, sql } from '@mikro-orm/postgresql';
import type { Viewer } from '../../ground/kernel/access.ts';
import {
  choice,
  Filter,
  hasValue,
  keyOf,
  listOf,
  Listing,
  many,
  one,
  partsIn,
  reference,
  rowId,
  text,
  time,
  type Test,
} from '../../ground/lists/filter/index.ts';
import { Consent, consentFilter } from '../consents/index.ts';
import { LogoutDelivery, logoutDeliveryFilter } from '../logouts/index.ts';
import { sessionFilter } from '../sessions/index.ts';
import { attributesOf } from '../attributes/index.ts';
import { userFilter } from '../users/index.ts';
import { readClientId } from './client-id.ts';
import { Client } from './client.entity.ts';
import { clientPolicy } from './client.policy.ts';

const keys = {
  name: keyOf(Client, 'name', { letters: 'folded' }),
  owner: keyOf(Client, 'ownerId'),
  createdAt: keyOf(Client, 'createdAt'),
  updatedAt: keyOf(Client, 'updatedAt'),
  rotatedAt: keyOf(Client, 'rotatedAt'),
};

/** What clients are filtered by. */
export const clientFilter = new Filter(
  Client,
  'Client',
  { noun: 'clients', read: clientPolicy.readAll },
  {
    id: rowId('text', { description: 'The client’s id.' }, readClientId),
    name: text(keys.name, { description: 'The name.' }, { search: partsIn() }),
    type: choice(keyOf(Client, 'type', { letters: 'exact', isIndexed: false }), 'ClientType', {
      description: 'Whether it can keep a secret.',
    }),
    source: choice(keyOf(Client, 'source', { letters: 'exact', isIndexed: false }), 'ClientSource', {
      description: 'Who made it.',
    }),
    ownerId: reference(keys.owner, { description: 'The member who owns it. Missing if it belongs to the customer.' }),
    owner: one(keys.owner, () => userFilter, { description: 'The member who owns it.' }),
    grantTypes: listOf('e.grant_types', 'GrantType', { description: 'How it gets tokens.' }),
    scopes: listOf('e.scopes', 'Scope', { description: 'The scopes that it may request.' }),
    createdAt: time(keys.createdAt, { description: 'When it was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When it last changed.' }),
    attributes: attributesOf('client', true),
    rotatedAt: time(keys.rotatedAt, { description: 'When its secret was last rotated.' }),
    previousSecretExpiresAt: time(keyOf(Client, 'previousSecretExpiresAt', { isIndexed: false }), {
      description: 'When the secret before the last rotation stops working.',
    }),
  },
);

/** Clients as a list, ordered by id. */
export const clientListing = new Listing(Client, 'Client', clientFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When it was created.' },
  UPDATED_AT: { key: keys.updatedAt, description: 'When it last changed.' },
  ROTATED_AT: { key: keys.rotatedAt, description: 'When its secret was last rotated.' },
  NAME: { key: keys.name, description: 'The name, in any case and without accents.' },
});

/** The condition of the clients that the viewer reaches: a member's own, or all of the customer. */
export function reachedBy(viewer: Viewer): Test[] {
  const { ownerId } = clientPolicy.reach(viewer, 'read');
  return ownerId === undefined ? [] : [hasValue(keys.owner, ownerId, 'owner')];
}

const granted = `select from grants g where g.session_id = e.id`;
sessionFilter.add({
  clients: many(
    'SessionClients',
    () => clientFilter,
    {
      to: (ids) => ({
        check:
          ids === null
            ? raw(`exists (${granted} offset 0)`)
            : sql`exists (${raw(`${granted} and g.client_id in (select value from jsonb_array_elements_text(`)} ${JSON.stringify(ids)}::jsonb)) offset 0)`,
      }),
    },
    { description: 'The clients that the user has signed in to with the session.' },
  ),
});
consentFilter.add({
  client: one(keyOf(Consent, 'clientId', { letters: 'exact' }), () => clientFilter, {
    description: 'The client that the consent is for.',
  }),
});
logoutDeliveryFilter.add({
  client: one(keyOf(LogoutDelivery, 'clientId', { letters: 'exact' }), () => clientFilter, {
    description: 'The client that gets the message.',
  }),
});
