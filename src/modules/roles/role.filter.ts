import {
  choice,
  Filter,
  keyOf,
  Listing,
  partsIn,
  reference,
  rowId,
  text,
  time,
} from '../../ground/lists/filter/index.ts';
import { Role } from './role.entity.ts';
import { rolePolicy } from './role.policy.ts';

const keys = {
  name: keyOf(Role, 'name', { letters: 'folded' }),
  createdAt: keyOf(Role, 'createdAt'),
  updatedAt: keyOf(Role, 'updatedAt'),
};
const search = partsIn();

/** What roles are filtered by. */
export const roleFilter = new Filter(
  Role,
  'AccessRole',
  { noun: 'roles', read: rolePolicy.read },
  {
    id: rowId('uuid', { description: 'The role’s id.' }),
    kind: choice(keyOf(Role, 'kind', { letters: 'exact', isIndexed: false }), 'RoleKind', {
      description: 'Where the role belongs.',
    }),
    apiId: reference(keyOf(Role, 'apiId', { isIndexed: false }), { description: 'The API that the role belongs to.' }),
    name: text(keys.name, { description: 'The name.' }, { search }),
    description: text(
      keyOf(Role, 'description', { letters: 'folded', isIndexed: false }),
      { description: 'What the role is for.' },
      { search },
    ),
    createdAt: time(keys.createdAt, { description: 'When the role was created.' }),
    updatedAt: time(keys.updatedAt, { description: 'When the role last changed.' }),
  },
);

/** The customer's roles as a list, oldest first. */
export const roleListing = new Listing(Role, 'AccessRole', roleFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When the role was created.' },
  UPDATED_AT: { key: keys.updatedAt, description: 'When the role last changed.' },
  NAME: { key: keys.name, description: 'The name, in any case and without accents.' },
});
