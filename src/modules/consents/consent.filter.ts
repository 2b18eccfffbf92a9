import { Filter, keyOf, listOf, Listing, reference, rowId, time } from '../../ground/lists/filter/index.ts';
import { readAnyId } from '../../ground/kernel/ids.ts';
import { Consent } from './consent.entity.ts';
import { consentPolicy } from './consent.policy.ts';

// An index finds the consents of one user, which are few. These values are compared in them.
const keys = {
  createdAt: keyOf(Consent, 'createdAt'),
  updatedAt: keyOf(Consent, 'updatedAt'),
};

/** What consents of a user are filtered by. Other modules add what they know of consents. */
export const consentFilter = new Filter(
  Consent,
  'Consent',
  { noun: 'consents', read: consentPolicy.own },
  {
    id: rowId('uuid', { description: 'The consent’s id.' }),
    clientId: reference(
      keyOf(Consent, 'clientId', { letters: 'exact' }),
      { description: 'The client that the consent is for.' },
      readAnyId,
    ),
    scopes: listOf('e.scopes', 'Scope', { description: 'The scopes that the user allows.' }),
    createdAt: time(keys.createdAt, { description: 'When the user first gave the client a consent.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the user last confirmed the consent.' }),
  },
);

/** The consents of a user as a list. */
export const consentListing = new Listing(Consent, 'Consent', consentFilter, {
  UPDATED_AT: { key: keys.updatedAt, description: 'When the user last confirmed the consent.' },
  CREATED_AT: { key: keys.createdAt, description: 'When the user first gave the client a consent.' },
});
