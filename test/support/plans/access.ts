import { CLIENT, CUSTOMER, GROUP, GROUPS, hot, type Hot, list, naming, NIL, NOW, USER, USERS, uuid } from './values.ts';

const API = uuid('api 1 1');
const THE_API = { apiId: API, identifier: '' };
const OF_API = { apiId: list(API), identifier: list('') };

/** A question about a subject, for a lookup. */
const asked = (id: string, name = '') => ({
  customerId: list(CUSTOMER),
  id: list(id),
  name: list(name),
  organizationId: list(NIL),
  now: list(NOW),
});
/** The same for a search, and a search for subjects. */
const searched = { customerId: CUSTOMER, organizationId: NIL, now: NOW, most: '11' };
const subjectAsked = (id: string, name = '') => ({ ...searched, id, name });
const apiAsked = { ...searched, ...THE_API, scopes: 'scope:1' };

/** Those of questions and searches, which ask for the roles of the user, and of the groups that they are in. */
export const accessStatements: Readonly<Record<string, Hot>> = {
  'groups.lending': naming(20, { customerId: CUSTOMER, groupIds: list(...GROUPS) }),
  'groups.chains': naming(60, { userIds: list(...USERS), groupIds: list(...GROUPS) }),
  'access.facts-of-user': naming(40, { ...asked(USER), ...OF_API, scopes: list('scope:1 scope:2') }),
  'access.facts-of-client': hot({ ...asked(NIL, CLIENT), ...OF_API, scopes: list('scope:1') }),
  'access.facts-of-group': naming(20, { ...asked(GROUP), ...OF_API, scopes: list('scope:1') }),
  'access.own-node': hot({ ...asked(USER), kind: list('user') }),
  'access.users-allowed': naming(60, { ...apiAsked, after: NIL }),
  'access.clients-allowed': hot({ ...apiAsked, after: '' }),
  'access.groups-allowed': naming(20, { ...apiAsked, after: NIL }),
  'access.administering-clients': hot({ customerId: CUSTOMER, scopes: '{read}', after: '', most: '11' }),
  'access.apis-allowed-to-user': naming(40, { ...subjectAsked(USER), scopes: 'scope:1', prefix: '', after: NIL }),
  'access.apis-allowed-to-client': naming(40, {
    ...subjectAsked(NIL, CLIENT),
    scopes: 'scope:1',
    prefix: '',
    after: NIL,
  }),
  'access.apis-allowed-to-group': naming(40, { ...subjectAsked(GROUP), scopes: 'scope:1', prefix: '', after: NIL }),
  'access.actions-allowed-to-user': naming(40, { ...subjectAsked(USER), ...THE_API, prefix: '', after: '' }),
  'access.actions-allowed-to-client': naming(40, { ...subjectAsked(NIL, CLIENT), ...THE_API, prefix: '', after: '' }),
  'access.actions-allowed-to-group': naming(40, { ...subjectAsked(GROUP), ...THE_API, prefix: '', after: '' }),
};
