/** Neither the console nor the pages import the fields of users, so they have lists of their own. */
import { expect, it } from '@jest/globals';
import { PROFILE_FIELDS } from '../../src/console/parts/profile-fields.ts';
import { fieldsHaving } from '../../src/modules/users/user.fields.ts';
import { OWN_FIELDS } from '../../src/views/account/profile.view.tsx';

it('asks for the same fields as the page of the account, in the same order', () => {
  expect(PROFILE_FIELDS.map(({ name }) => name)).toEqual(OWN_FIELDS);
});

it('asks for all that users may change of themselves', () => {
  expect([...OWN_FIELDS].sort()).toEqual([...fieldsHaving('changedBy', 'owner')].sort());
});
