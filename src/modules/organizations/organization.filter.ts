import { Filter, keyOf, Listing, one, partsIn, rowId, text, time } from '../../ground/lists/filter/index.ts';
import { Group, groupFilter } from '../groups/index.ts';
import { User, userFilter } from '../users/index.ts';
import { Organization } from './organization.entity.ts';
import { organizationPolicy } from './organization.policy.ts';

const keys = {
  name: keyOf(Organization, 'name', { letters: 'folded' }),
  createdAt: keyOf(Organization, 'createdAt'),
  updatedAt: keyOf(Organization, 'updatedAt'),
};

/** What organizations are filtered by. */
const organizationFilter = new Filter(
  Organization,
  'Organization',
  { noun: 'organizations', read: organizationPolicy.read },
  {
    id: rowId('uuid', { description: 'The organization’s id.' }),
    name: text(keys.name, { description: 'The name.' }, { search: partsIn() }),
    createdAt: time(keys.createdAt, { description: 'When the organization was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the organization was last renamed.' }),
  },
);

/** The customer's organizations as a list, oldest first. */
export const organizationListing = new Listing(Organization, 'Organization', organizationFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When the organization was created.' },
  UPDATED_AT: { key: keys.updatedAt, description: 'When the organization was last renamed.' },
  NAME: { key: keys.name, description: 'The name, in any case and without accents.' },
});

const filter = () => organizationFilter;
userFilter.add({
  organization: one(keyOf(User, 'organizationId'), filter, {
    description: 'The organization that the user belongs to.',
  }),
});
groupFilter.add({
  organization: one(keyOf(Group, 'organizationId'), filter, {
    description: 'The organization that the group belongs to.',
  }),
});
