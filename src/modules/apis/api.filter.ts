import { flag, Filter, keyOf, Listing, partsIn, rowId, text, time } from '../../ground/lists/filter/index.ts';
import { Api } from './api.entity.ts';
import { apiPolicy } from './api.policy.ts';

const keys = {
  name: keyOf(Api, 'name', { letters: 'folded' }),
  createdAt: keyOf(Api, 'createdAt'),
  updatedAt: keyOf(Api, 'updatedAt'),
};
const search = partsIn();

/** What APIs are filtered by. */
export const apiFilter = new Filter(
  Api,
  'Api',
  { noun: 'APIs', read: apiPolicy.read },
  {
    id: rowId('uuid', { description: 'The API’s id.' }),
    name: text(keys.name, { description: 'The name.' }, { search }),
    identifier: text(
      keyOf(Api, 'identifier', { letters: 'folded', isIndexed: false }),
      { description: 'The identifier.' },
      { search },
    ),
    description: text(
      keyOf(Api, 'description', { letters: 'folded', isIndexed: false }),
      { description: 'What the API is for.' },
      { search },
    ),
    requiresRole: flag(keyOf(Api, 'requiresRole', { isIndexed: false }), {
      description: 'Whether users get only the scopes that their roles have.',
    }),
    isFirstParty: flag(keyOf(Api, 'isFirstParty', { isIndexed: false }), {
      description: 'Whether users are not asked for consent.',
    }),
    createdAt: time(keys.createdAt, { description: 'When the API was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the API or its scopes last changed.' }),
  },
);

/** The customer's APIs as a list, oldest first. */
export const apiListing = new Listing(Api, 'Api', apiFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When the API was created.' },
  UPDATED_AT: { key: keys.updatedAt, description: 'When the API or its scopes last changed.' },
  NAME: { key: keys.name, description: 'The name, in any case and without accents.' },
});
