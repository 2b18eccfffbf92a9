import { createHash } from 'node:crypto';
import { LAST_TOKEN } from './seed.ts';

const uuid = (what: string): string =>
  createHash('md5')
    .update(what)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const hash = (what: string): string => `\\x${createHash('sha256').update(what).digest('hex')}`;
const list = (...items: readonly string[]): string => `{${items.map((item) => JSON.stringify(item)).join()}}`;

const event = {
  id: uuid('event'),
  customer_id: uuid('customer 1'),
  occurred_at: '2026-01-01T00:00:00Z',
  action: 'test',
  actor_type: 'system',
  subject_type: 'user',
  subject_id: uuid('user 1 1'),
  ip: '',
  request_id: '',
  details: { userId: uuid('user 1 2'), sessionId: '' },
};
const AUDIT = JSON.stringify(event);
const AUDITS = JSON.stringify([event]);

// The rows that the statements name: those of the first user of the first customer, which has nearly everything.
export const CUSTOMER = uuid('customer 1');
const USER = uuid('user 1 1');
export const USERS = [USER, uuid('user 1 2'), uuid('user 1 3')];
const GROUP = uuid('group 1 1');
export const GROUPS = [GROUP, uuid('group 1 2'), uuid('group 1 3')];
const SESSION = uuid('session 1 1 1');
const SECRET = hash('session 1 1 1');
const GRANT = uuid('grant 1 1 1');
export const CLIENT = 'client-1';
const CODE = hash('code 1 1 1');
const TOKEN = hash(`token 1 1 1 ${LAST_TOKEN}`);
const USED_TOKEN = hash(`token 1 1 1 ${LAST_TOKEN - 1}`);
const EMAIL = 'user-1@1.example';
const URI = 'https://app.example/';
const NOW = new Date().toISOString();
const BEFORE = new Date(Date.now() - 3_600_000).toISOString();
const LATER = new Date(Date.now() + 3_600_000).toISOString();
const NEW_ID = uuid('new');
const NEW_HASH = hash('new');

const CODE_AT_LOGIN = JSON.stringify({
  id: NEW_ID,
  client: CLIENT,
  client_version: '0',
  consent_version: '0',
  scopes: ['openid'],
  resources: [],
  code_hash: hash('another new'),
  redirect_uri: URI,
  expires_at: LATER,
});

/** Three users, say, or the groups of one. */
export const ROWS_NAMED = 6;

type Value = string | null;

interface Hot {
  readonly values: readonly Value[];
  /** How many rows of a table it names at the most; `ROWS_NAMED` where this is left out. */
  readonly rows?: number;
}

const hot = (...values: readonly Value[]): Hot => ({ values });
const naming = (rows: number, ...values: readonly Value[]): Hot => ({ rows, values });
const SESSIONS_OF_USER = 200;

/** The statements that requests of users and applications wait for, with values that find something. */
export const hotStatements: Readonly<Record<string, Hot>> = {
  'clients.registration': hot(list(CLIENT)),
  'clients.scopes': hot(list(CLIENT), list(CUSTOMER), list(uuid('jti 1 1'))),
  'clients.use-assertion': hot(CUSTOMER, CLIENT, NEW_HASH, LATER),
  'oauth.live-grant': hot(list(GRANT, uuid('grant 1 1 2')), list(USER, USER), list(SESSION, uuid('session 1 1 2'))),
  'oauth.userinfo': hot(list(GRANT, uuid('grant 1 1 2')), list(USER, USER), list(SESSION, uuid('session 1 1 2'))),
  'oauth.introspect-user-token': hot(list(CLIENT), list(GRANT), list(USER), list(SESSION)),
  'oauth.introspect-client-token': hot(list(CLIENT), list(CLIENT), list(uuid('jti 1 1'))),
  'oauth.introspect-refresh-token': hot(CLIENT, TOKEN, NOW, BEFORE),
  'oauth.situation': hot(CLIENT, SECRET, NOW, BEFORE),
  'oauth.candidate': hot(CLIENT, EMAIL),
  'oauth.pushed-situation': hot(CLIENT, SECRET, NOW, BEFORE, hash('pushed 1 1')),
  'clients.push-request': hot(NEW_HASH, CUSTOMER, CLIENT, 'a=b', LATER),
  'oauth.email': hot(CUSTOMER, USER),
  'grants.insert': hot(
    NEW_ID,
    CUSTOMER,
    USER,
    SESSION,
    CLIENT,
    '{openid}',
    NOW,
    NEW_HASH,
    URI,
    null,
    null,
    LATER,
    LATER,
    '{}',
  ),
  'grants.redeem-code': hot(CODE, CUSTOMER, CLIENT, URI, null, NOW, NEW_HASH, LATER, null),
  'grants.end-reused-code': hot(CODE, CUSTOMER, CLIENT, URI, null, AUDIT, null),
  'grants.rotate-token': hot(TOKEN, CUSTOMER, CLIENT, NOW, null, null, NEW_HASH, BEFORE, LATER),
  'grants.meet-token-again': naming(LAST_TOKEN, USED_TOKEN, CUSTOMER, CLIENT, NOW, null, null, BEFORE, AUDIT, BEFORE),
  'grants.answer-retry': hot(USED_TOKEN, CUSTOMER, CLIENT, NOW, null, null, TOKEN, BEFORE, NOW),
  'grants.end-by-refresh-token': naming(LAST_TOKEN, USED_TOKEN, CUSTOMER, CLIENT, AUDIT),
  'grants.end': naming(LAST_TOKEN, GRANT, CUSTOMER, CLIENT, AUDIT),
  'clients.revoke-token': hot(NEW_ID, CUSTOMER, CLIENT, LATER, AUDIT),
  'oauth.logout-client': hot(CLIENT),
  'oauth.clients-origin': hot(CLIENT, 'https://app.example'),
  'credentials.password-holder': hot(CUSTOMER, EMAIL),
  'credentials.upgrade-password': hot(CUSTOMER, USER, 'hash', 'hash'),
  'sessions.current': hot(SECRET, NOW, BEFORE, LATER),
  'logins.start': naming(
    LAST_TOKEN,

    NEW_ID,
    CUSTOMER,
    USER,
    NEW_HASH,
    NOW,
    '{mfa}',
    '',
    '',
    LATER,
    hash('session 1 2 1'),
    hash('hash'),
    null,
    AUDIT,
    list('key 1 1', 'key 1 2'),
    list('key 1 3'),
    CODE_AT_LOGIN,
  ),
  'sessions.raise': hot(CUSTOMER, SESSION, SECRET, NEW_HASH, NOW, '{mfa}', BEFORE, AUDIT),
  'sessions.end-many': naming(SESSIONS_OF_USER, CUSTOMER, USER, list(SESSION), null, AUDIT),
  'sessions.end-all': naming(SESSIONS_OF_USER, CUSTOMER, uuid('user 1 2'), null),
  'sessions.place': hot(CUSTOMER, SESSION),
  'consents.give': hot(USER, CLIENT, CUSTOMER, '{openid}', '{}', '{app.example}', NOW, AUDIT),
  'throttle.count': hot(list('key 1 1', 'key 1 2'), list('1000', '1000'), '0'),
  'throttle.settle': hot(list('key 1 1', 'key 1 2'), list('key 1 3')),
  'mfa.use-step': hot(CUSTOMER, USER, '1', '\\x736563726574'),
  'mfa.use-backup-code': hot(CUSTOMER, USER, list('none'), AUDIT),
  'groups.member-pages': naming(11, CUSTOMER, list(...GROUPS), '00000000-0000-0000-0000-000000000000', '11'),
  'groups.pages-of-users': naming(11, CUSTOMER, list(...USERS), '00000000-0000-0000-0000-000000000000', '11'),
  'groups.add-members': naming(6 * USERS.length, CUSTOMER, GROUP, list(...USERS), NOW, AUDIT, '100'),
  'groups.remove-members': naming(20, CUSTOMER, GROUP, list(...USERS), AUDIT),
  'links.find': hot(hash('link 1 1'), 'reset_password', NOW),
  'links.consume': hot(hash('link 1 1'), 'reset_password', NOW),
  'accounts.password-owner': hot(CUSTOMER, USER),
  'credentials.set': naming(SESSIONS_OF_USER, CUSTOMER, USER, 'hash', NOW, AUDIT),
  'credentials.replace-own': hot(CUSTOMER, USER, 'hash', 'hash', NOW),
  'audit.insert': hot(AUDITS),
};

/**
 * Statements that nobody's sign-in waits for: lists, searches and counts, which read what they list; changes by
 * administrators; what workers and the clean-up do in the background; what runs once, at the start.
 */
export const unhurried: readonly string[] = [
  'accounts.signup-customer',
  'clients.sweep-*',
  'consents.revoke',
  'credentials.set-first',
  'credentials.set-proved',
  'credentials.take-away',
  'grants.end-all',
  'grants.sweep-*',
  'groups.add-new-members',
  'groups.end-memberships',
  'keys.*',
  'links.accept-invitation',
  'links.insert-recovery-request',
  'links.lock-customer',
  'links.standing-of',
  'links.sweep',
  'links.take-recovery-request',
  'logouts.*',
  'mail.*',
  'mfa.enable',
  'mfa.reseal-*',
  'mfa.sweep-setups',
  'oauth.anybodys-origin',
  'sessions.sweep',
  'throttle.sweep',
  'users.change-email',
  'users.delete',
  'users.delete-unproved',
  'users.disable',
  'users.insert',
  'users.obstacles',
  'users.verify-email',
];
