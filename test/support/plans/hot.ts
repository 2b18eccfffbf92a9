import { accessStatements } from './access.ts';
import { LAST_TOKEN } from './seed.ts';
import {
  CLIENT,
  CUSTOMER,
  GROUP,
  GROUPS,
  hash,
  hot,
  type Hot,
  list,
  naming,
  NIL,
  NOW,
  USER,
  USERS,
  uuid,
} from './values.ts';

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

const SESSION = uuid('session 1 1 1');
const SECRET = hash('session 1 1 1');
const GRANT = uuid('grant 1 1 1');
const ORGANIZATION = uuid('organization 1 8');
const CODE = hash('code 1 1 1');
const TOKEN = hash(`token 1 1 1 ${LAST_TOKEN}`);
const USED_TOKEN = hash(`token 1 1 1 ${LAST_TOKEN - 1}`);
const EMAIL = 'user-1@1.example';
const URI = 'https://app.example/';
const BEFORE = new Date(Date.now() - 3_600_000).toISOString();
const LATER = new Date(Date.now() + 3_600_000).toISOString();
const NEW_ID = uuid('new');
const SESSIONS_EXPECTED = 220;
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const NEW_HASH = hash('new');

const NEW_CODE = {
  grantId: NEW_ID,
  clientId: CLIENT,
  scopes: '{openid}',
  resources: '{}',
  claims: '{}',
  authorizationDetails: '[]',
  idTokenClaims: '{}',
  organizationId: ORGANIZATION,
  acr: null,
  codeHash: NEW_HASH,
  redirectUri: URI,
  codeChallenge: null,
  nonce: null,
  dpopJkt: null,
  codeEnd: LATER,
};
const CODE_WITH_LOGIN = JSON.stringify({
  ...NEW_CODE,
  scopes: ['openid'],
  resources: [],
  claims: [],
  authorizationDetails: '[]',
  idTokenClaims: [],
  organizationId: ORGANIZATION,
  acr: null,
  codeHash: hash('another new'),
  clientVersion: '0',
  consentVersion: '0',
});
const PRESENTED_CODE = {
  codeHash: CODE,
  customerId: CUSTOMER,
  clientId: CLIENT,
  redirectUri: URI,
  codeChallenge: null,
  jkt: null,
  resources: null,
};
const PRESENTED_TOKEN = {
  tokenHash: TOKEN,
  customerId: CUSTOMER,
  clientId: CLIENT,
  jkt: null,
  now: NOW,
  idleSince: BEFORE,
  scopes: null,
  resources: null,
};

const proved = (...proofs: readonly string[]) => ({
  clientId: list(...proofs.map(() => CLIENT)),
  proofHash: list(...proofs.map((proof) => hash(proof).slice(2))),
  proofEnd: list(...proofs.map(() => LATER)),
});

const TWO_GRANTS = {
  grantId: list(GRANT, uuid('grant 1 1 2')),
  userId: list(USER, USER),
  sessionId: list(SESSION, uuid('session 1 1 2')),
};

/** The groups of a user, with those that they are in. */
const EFFECTIVE = 24;

/** Three users, say, or the groups of one. */
export const ROWS_NAMED = 6;

/** The first page of ten, and one row more. */
const TEN = { customerId: CUSTOMER, start: NIL, end: LAST, isBackward: 'false', limit: '11' };

/** The statements that requests of users and applications wait for, with values that find something. */
export const hotStatements: Readonly<Record<string, Hot>> = {
  'clients.registration': hot({ clientId: list(CLIENT) }),
  'clients.scopes': hot({ clientId: list(CLIENT), customerId: list(CUSTOMER), jti: list(uuid('jti 1 1')) }),
  'clients.registration-with-proof': hot(proved('proof 1')),
  'clients.registration-beside-proof': hot({
    clientId: list(CLIENT),
    proofHash: list(hash('proof 1').slice(2)),
  }),
  'grants.spend-proof': hot({ clientId: CLIENT, proofHash: hash('a proof by itself').slice(2), proofEnd: LATER }),
  'clients.scopes-with-proof': hot({ customerId: list(CUSTOMER), jti: list(uuid('jti 1 1')), ...proved('proof 2') }),
  'clients.use-assertion': hot({ customerId: CUSTOMER, clientId: CLIENT, jtiHash: NEW_HASH, expiresAt: LATER }),
  ...accessStatements,
  'grants.live': hot(TWO_GRANTS),
  'grants.live-with-proof': hot({ ...TWO_GRANTS, ...proved('proof 3', 'proof 4') }),
  'grants.userinfo': hot(TWO_GRANTS),
  'grants.userinfo-with-proof': naming(2 * EFFECTIVE, { ...TWO_GRANTS, ...proved('proof 5', 'proof 6') }),
  'clients.introspect-user-token': hot({
    clientId: list(CLIENT),
    grantId: list(GRANT),
    userId: list(USER),
    sessionId: list(SESSION),
  }),
  'clients.introspect-client-token': hot({
    clientId: list(CLIENT),
    holderId: list(CLIENT),
    jti: list(uuid('jti 1 1')),
  }),
  'clients.introspect-refresh-token': hot({ clientId: CLIENT, tokenHash: TOKEN, now: NOW, idleSince: BEFORE }),
  'logins.situation': hot({ clientId: CLIENT, secretHash: SECRET, now: NOW, idleSince: BEFORE }),
  'logins.candidate': hot({ clientId: CLIENT, emailKey: EMAIL }),
  'logins.passkey-candidate': hot({ clientId: CLIENT, credentialId: hash('passkey 1 1') }),
  'logins.pushed-situation': naming(EFFECTIVE, {
    clientId: CLIENT,
    secretHash: SECRET,
    now: NOW,
    idleSince: BEFORE,
    referenceHash: hash('pushed 1 1'),
  }),
  'clients.push-request': hot({
    isReusable: 'false',
    referenceHash: NEW_HASH,
    customerId: CUSTOMER,
    clientId: CLIENT,
    parameters: 'a=b',
    expiresAt: LATER,
  }),
  'grants.insert': hot({
    ...NEW_CODE,
    customerId: CUSTOMER,
    userId: USER,
    sessionId: SESSION,
    now: NOW,
    notedBefore: LATER,
    event: AUDIT,
  }),
  'grants.redeem-code': naming(EFFECTIVE, {
    ...PRESENTED_CODE,
    now: NOW,
    refreshTokenHash: NEW_HASH,
    refreshTokenEnd: LATER,
    refreshTokenJkt: null,
  }),
  'devices.poll': hot({
    clientId: CLIENT,
    deviceCodeHash: hash('device 1 1 2'),
    now: NOW,
    proofHash: hash('a polled proof').slice(2),
    proofEnd: LATER,
  }),
  'devices.redeem': naming(EFFECTIVE, {
    deviceCodeHash: hash('device 1 1 1'),
    customerId: CUSTOMER,
    clientId: CLIENT,
    resources: null,
    now: NOW,
    refreshTokenHash: hash('a new one'),
    refreshTokenEnd: LATER,
    refreshTokenJkt: null,
  }),
  'grants.api-at-exchange': naming(EFFECTIVE, {
    grantId: list(GRANT),
    clientId: list(CLIENT),
    api: list('https://1.1.example'),
  }),
  'grants.exchange': hot({
    subjectGrantId: GRANT,
    subjectClientId: CLIENT,
    customerId: CUSTOMER,
    userId: USER,
    sessionId: SESSION,
    clientId: 'server-1',
    scopes: '{openid}',
    resources: '{https://api.example}',
    grantId: uuid('an exchanged grant'),
    actorJti: uuid('jti 1 1'),
    now: NOW,
    event: AUDIT,
  }),
  'grants.end-reused-code': hot({ ...PRESENTED_CODE, event: AUDIT }),
  'grants.rotate-token': naming(EFFECTIVE, {
    ...PRESENTED_TOKEN,
    rotates: 'true',
    successorHash: NEW_HASH,
    successorJkt: null,
    notedBefore: LATER,
  }),
  'grants.detect-token-reuse': naming(LAST_TOKEN, {
    ...PRESENTED_TOKEN,
    tokenHash: USED_TOKEN,
    retriableSince: BEFORE,
    event: AUDIT,
  }),
  'grants.release-retry': hot({ customerId: CUSTOMER, clientId: CLIENT, tokenHash: USED_TOKEN, claim: NOW }),
  'grants.retry-rotation': hot({ ...PRESENTED_TOKEN, tokenHash: USED_TOKEN, successorHash: TOKEN, claim: NOW }),
  'grants.revoke': naming(LAST_TOKEN, {
    customerId: CUSTOMER,
    clientId: CLIENT,
    grantId: null,
    tokenHash: USED_TOKEN,
    event: AUDIT,
  }),
  'clients.revoke-token': hot({
    jti: NEW_ID,
    customerId: CUSTOMER,
    clientId: CLIENT,
    expiresAt: LATER,
    event: AUDIT,
  }),
  'credentials.password-holder': hot({ customerId: CUSTOMER, emailKey: EMAIL }),
  'credentials.password-holders': hot({ emailKey: EMAIL, most: '3' }),
  'credentials.upgrade-password': hot({ customerId: CUSTOMER, userId: USER, provedHash: 'hash', nextHash: 'hash' }),
  'sessions.current': hot({ secretHash: SECRET, now: NOW, idleSince: BEFORE, notedBefore: LATER }),
  // The other sessions of a user who never proved the address end. PostgreSQL expects as many as any user has.
  'logins.start': naming(SESSIONS_EXPECTED, {
    sessionId: NEW_ID,
    customerId: CUSTOMER,
    userId: USER,
    secretHash: NEW_HASH,
    now: NOW,
    amr: '{mfa}',
    ip: '',
    userAgent: '',
    sessionEnd: LATER,
    previousHash: hash('session 1 2 1'),
    passwordDigest: hash('hash'),
    upgradedHash: null,
    event: AUDIT,
    code: CODE_WITH_LOGIN,
    clientId: CLIENT,
    putsOff: 'false',
    presentedHash: hash('remembered 1 1'),
    deviceHash: hash('a new device'),
    deviceId: null,
    browser: 'Firefox',
    system: 'Linux',
  }),
  'logins.factor-duty': hot({
    customerId: CUSTOMER,
    userId: USER,
    clientId: CLIENT,
    passwordDigest: hash('hash'),
    now: NOW,
  }),
  'sessions.step-up': hot({
    customerId: CUSTOMER,
    sessionId: SESSION,
    secretHash: SECRET,
    nextHash: NEW_HASH,
    now: NOW,
    idleSince: BEFORE,
    amr: '{mfa}',
    event: AUDIT,
  }),
  'consents.give': hot({
    customerId: CUSTOMER,
    userId: USER,
    clientId: CLIENT,
    scopes: '{openid}',
    declined: '{https://1.1.example scope:1}',
    resources: '{}',
    claims: '{}',
    details: '[]',
    returnHosts: '{app.example}',
    now: NOW,
    event: AUDIT,
  }),
  'throttle.so-far': hot({ key: list('key 1 1', 'key 1 2') }),
  'throttle.count': hot({
    keys: list('key 1 1', 'key 1 2'),
    windows: list('1000', '1000'),
    weights: list('1', '1'),
    accounts: list('account 1 1', 'account 1 2'),
    now: '0',
    isDurable: 'false',
  }),
  'throttle.release': hot({ forgotten: list('key 1 1', 'key 1 2'), givenBack: list('key 1 3') }),
  'mfa.use-passkey': hot({
    customerId: CUSTOMER,
    id: uuid('passkey 1 1'),
    challengeHash: NEW_HASH,
    expiresAt: LATER,
    signCount: '1',
    isSynced: 'false',
    now: NOW,
  }),
  'mfa.use-step': hot({
    customerId: CUSTOMER,
    userId: USER,
    step: '1',
    sealedSecret: '\\x736563726574',
  }),
  'mfa.use-backup-code': hot({
    customerId: CUSTOMER,
    userId: USER,
    hashes: list('none'),
    event: AUDIT,
  }),
  'groups.effective-member-pages': naming(300, { ...TEN, ownerIds: list(...GROUPS) }),
  'groups.effective-member-counts': naming(2000, { groupIds: list(...GROUPS) }),
  'groups.member-pages': naming(11, { ...TEN, ownerIds: list(...GROUPS) }),
  'groups.pages-of-users': naming(11, { ...TEN, ownerIds: list(...USERS) }),
  'groups.add-members': naming(6 * USERS.length, {
    customerId: CUSTOMER,
    groupId: GROUP,
    userIds: list(...USERS),
    now: NOW,
    event: AUDIT,
    most: '100',
    reachesLending: 'false',
  }),
  'groups.remove-members': naming(20, {
    customerId: CUSTOMER,
    groupId: GROUP,
    userIds: list(...USERS),
    event: AUDIT,
    reachesLending: 'false',
  }),
  'links.find': hot({ tokenHash: hash('link 1 1'), purpose: 'reset_password', now: NOW }),
  'links.consume': hot({ tokenHash: hash('link 1 1'), purpose: 'reset_password', now: NOW }),
};

/**
 * Statements that nobody's sign-in waits for: lists, searches and counts, which read what they list; changes by
 * administrators; what workers and the clean-up do in the background; what runs once, at the start.
 */
export const unhurried: readonly string[] = [
  'audit.count-next',
  'audit.counts',
  'audit.fold',
  'audit.forget-person',
  'apis.own-api-named',
  'apis.use',
  'audit.names',
  'audit.counts-of-objects',
  'customers.any',
  'figures.attention',
  'groups.add-nestings',
  'groups.create',
  'groups.crowded-joiners',
  'groups.join-groups',
  'groups.keep-nestings',
  'groups.end-memberships',
  'groups.lock-nestings',
  'groups.remove-nestings',
  'groups.lending',
  'idempotency.claim-key',
  'keys.*',
  'links.lock-customer',
  'links.requester-rights',
  'links.take-recovery-request',
  'logouts.*',
  'mail.*',
  'mfa.enable',
  'users.change',
  'users.create',
];
