import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { refresh, signedIn, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, nextStep, wrongCodeOf } from '../support/mfa.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
let token: string;

beforeAll(async () => {
  client = await buildClient(app);
});

beforeEach(async () => {
  ({ user, token } = await signedIn(app, client));
  nextStep(app);
});

const post = (path: string, body?: unknown, as: string | undefined = token): Promise<Answer> =>
  app.send('POST', `/api/mfa/${path}`, { token: as, body });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const detail = async () => (await app.send('GET', `/api/users/${user.id}`, { token })).body;
const trail = async () =>
  (await rows('select action, details from audit_events where subject_id = $1 order by id', user.id)).filter(
    ({ action }) => action !== 'login.succeeded',
  );
const subjects = async () =>
  (await rows('select subject from outbox_mails where recipient = $1 order by id', user.email)).map(
    (row) => row.subject,
  );

const wrong = expect.objectContaining({
  error: 'invalid_request',
  error_description: 'The code is wrong, or was used before.',
  code: 'WRONG_CODE',
});
const off = expect.objectContaining({
  error: 'invalid_request',
  error_description: 'Two-step verification is not enabled.',
  code: 'MFA_NOT_ENABLED',
});

describe('POST /api/mfa/setup', () => {
  it('gives a secret of 160 bits, a picture of it and ten backup codes, and enables nothing yet', async () => {
    const { status, body } = await post('setup');
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['backupCodes', 'qrCode', 'secret']);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const [head, picture] = body.qrCode.split(',');
    expect(head).toBe('data:image/png;base64');
    expect(Buffer.from(picture, 'base64').subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
    expect(body.backupCodes).toHaveLength(10);
    expect(new Set(body.backupCodes).size).toBe(10);
    for (const code of body.backupCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await detail()).toMatchObject({ mfa_enabled: false, mfa_methods: [] });
  });

  it('names the customer and the account in the address that the picture shows', async () => {
    const { startMfaSetup: setup } = await app.data(token, 'mutation { startMfaSetup { secret otpauthUri } }');
    const { protocol, host, pathname, searchParams } = new URL(setup.otpauthUri);
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual(['otpauth:', 'totp', `/Example:${user.email}`]);
    expect(Object.fromEntries(searchParams)).toEqual({ secret: setup.secret, issuer: 'Example' });
  });

  it('draws its picture for the longest of addresses too', async () => {
    const long = await buildUser(app, { email: `${'ö'.repeat(64)}@${'ü'.repeat(60)}.${'ä'.repeat(60)}.example` });
    const { access_token: other } = await tokensOf(app, client, long, 'openid');
    expect((await post('setup', undefined, other)).status).toBe(200);
  });

  it('forgets an unfinished setup for a new one', async () => {
    const { body: first } = await post('setup');
    const { body: second } = await post('setup');
    expect((await post('verify-setup', { code: codeOf(app, first.secret) })).body).toEqual(wrong);
    expect((await post('verify-setup', { code: codeOf(app, second.secret) })).status).toBe(200);
  });

  it('is refused while a factor is enrolled, which stays as it is', async () => {
    const { secret } = await enroll(app, token);
    const { status, body } = await post('setup');
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'Two-step verification is already enabled. Disable it first, or give a code to replace it.',
        code: 'MFA_ALREADY_ENABLED',
        documentation: `${app.issuer}/docs/errors#MFA_ALREADY_ENABLED`,
      },
    ]);
    expect(await rows('select 1 from totp_setups where user_id = $1', user.id)).toEqual([]);
    expect((await post('disable', { code: codeOf(app, secret) })).status).toBe(200);
  });
});

describe('POST /api/mfa/verify-setup', () => {
  it('enables the factor for a right code, and says so by mail and in the trail', async () => {
    const { body: setup } = await post('setup');
    const { status, body } = await post('verify-setup', { code: codeOf(app, setup.secret) });
    expect([status, body]).toEqual([
      200,
      { success: true, enabled: true, message: 'Two-step verification is enabled.' },
    ]);
    expect(await detail()).toMatchObject({ mfa_enabled: true, mfa_methods: ['totp'] });
    expect(await trail()).toEqual([{ action: 'mfa.enabled', details: {} }]);
    expect(await subjects()).toEqual(['Two-step verification is on']);
  });

  it.each([-1, 0, 1])('accepts the code of step %i', async (steps) => {
    const { body: setup } = await post('setup');
    expect((await post('verify-setup', { code: codeOf(app, setup.secret, steps) })).status).toBe(200);
  });

  it.each([-2, 3])('refuses the code of step %i', async (steps) => {
    const { body: setup } = await post('setup');
    expect((await post('verify-setup', { code: codeOf(app, setup.secret, steps) })).body).toEqual(wrong);
  });

  it('takes a code with blanks, as apps show it', async () => {
    const { body: setup } = await post('setup');
    const code = codeOf(app, setup.secret);
    expect((await post('verify-setup', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200);
  });

  it.each([
    ['Arabic-Indic', 0x660],
    ['Persian', 0x6f0],
    ['Devanagari', 0x966],
    ['full-width', 0xff10],
  ])('takes a code in %s digits, as keyboards have them', async (_script, zero) => {
    const { body: setup } = await post('setup');
    const typed = codeOf(app, setup.secret).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    expect((await post('verify-setup', { code: typed })).status).toBe(200);
  });

  it('refuses every other text and stays where it was', async () => {
    const { body: setup } = await post('setup');
    const texts = [
      '',
      '12345',
      '1234567',
      'abcdef',
      wrongCodeOf(app, setup.secret),
      setup.backupCodes[0],
      '9'.repeat(500),
    ];
    for (const code of texts) {
      const { status, body } = await post('verify-setup', { code });
      expect({ code, status, body }).toEqual({ code, status: 400, body: wrong });
      await forgetGuesses(app);
    }
    for (const body of [{}, { code: null }, { code: 123456 }, { code: ['123456'] }, [], 'no JSON']) {
      const answer = await post('verify-setup', body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
    expect(await detail()).toMatchObject({ mfa_enabled: false });
    expect(await trail()).toEqual(
      texts.map(() => ({ action: 'mfa.code_refused', details: { purpose: 'verify_setup' } })),
    );
    expect((await post('verify-setup', { code: codeOf(app, setup.secret) })).status).toBe(200);
  });

  it('needs a setup under way, begun within the hour', async () => {
    const none = 'No setup was started, or it has expired. Start a new one.';
    expect((await post('verify-setup', { code: '123456' })).body.error_description).toBe(none);
    const { body: setup } = await post('setup');
    app.clock.advance(3600);
    const { access_token: later } = await tokensOf(app, client, user, 'openid');
    const { status, body } = await post('verify-setup', { code: codeOf(app, setup.secret) }, later);
    expect([status, body.error_description]).toEqual([400, none]);
  });

  it('lets one of twenty at once enable the factor', async () => {
    const { body: setup } = await post('setup');
    const code = codeOf(app, setup.secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('verify-setup', { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await trail()).filter(({ action }) => action === 'mfa.enabled')).toHaveLength(1);
  });
});

describe('POST /api/mfa/disable', () => {
  it('takes the factor away for a code of the app, and says so by mail and in the trail', async () => {
    const { secret } = await enroll(app, token);
    const { status, body } = await post('disable', { code: codeOf(app, secret) });
    expect([status, body]).toEqual([
      200,
      { success: true, enabled: false, message: 'Two-step verification is disabled.' },
    ]);
    expect(await detail()).toMatchObject({ mfa_enabled: false, mfa_methods: [] });
    expect(await trail()).toEqual([
      { action: 'mfa.enabled', details: {} },
      { action: 'mfa.disabled', details: {} },
    ]);
    expect(await subjects()).toEqual(['Two-step verification is on', 'Two-step verification is off']);
    expect(await rows('select 1 from totp_factors where user_id = $1', user.id)).toEqual([]);
  });

  it('takes it away for a backup code in any case and grouping', async () => {
    const { backupCodes } = await enroll(app, token);
    const code = backupCodes[3]!.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await post('disable', { code })).body).toMatchObject({ success: true, enabled: false });
    expect((await trail()).slice(1)).toEqual([
      { action: 'mfa.backup_code_used', details: { purpose: 'disable' } },
      { action: 'mfa.disabled', details: {} },
    ]);
  });

  it('refuses wrong codes, codes of others, and the code that enabled it', async () => {
    const { body: setup } = await post('setup');
    const code = codeOf(app, setup.secret);
    await post('verify-setup', { code });
    const other = await buildUser(app);
    const { access_token: theirs } = await tokensOf(app, client, other, 'openid');
    const enrolled = await enroll(app, theirs);
    for (const tried of [code, wrongCodeOf(app, setup.secret), enrolled.backupCodes[0], '00000-00000', '']) {
      const { status, body } = await post('disable', { code: tried });
      expect({ tried, status, body }).toEqual({ tried, status: 400, body: wrong });
    }
    expect(await detail()).toMatchObject({ mfa_enabled: true });
  });

  it('is refused where nothing is enabled', async () => {
    expect([await post('disable', { code: '123456' })].map(({ status, body }) => [status, body])).toEqual([[400, off]]);
  });
});

describe('POST /api/mfa/backup-codes/regenerate', () => {
  it('gives ten new codes without a body, kills the old ones, and says so by mail and in the trail', async () => {
    const { backupCodes } = await enroll(app, token);
    const { status, body } = await post('backup-codes/regenerate');
    expect([status, Object.keys(body)]).toEqual([200, ['backupCodes']]);
    expect(body.backupCodes).toHaveLength(10);
    expect(new Set([...backupCodes, ...body.backupCodes]).size).toBe(20);
    expect((await trail()).at(-1)).toEqual({ action: 'mfa.backup_codes_regenerated', details: {} });
    expect((await subjects()).at(-1)).toBe('You have new backup codes');
    expect((await post('disable', { code: backupCodes[0] })).body).toEqual(wrong);
    expect((await post('disable', { code: body.backupCodes[0] })).status).toBe(200);
  });

  it('wants a second factor proved in the last half hour, or a code', async () => {
    const tokens = await tokensOf(app, client, user, 'openid offline_access');
    const { secret, backupCodes } = await enroll(app, tokens.access_token);
    app.clock.advance(1800);
    token = (await refresh(app, client, tokens.refresh_token)).body.access_token;
    const { status, body, headers } = await post('backup-codes/regenerate');
    expect([status, body.error]).toEqual([403, 'reauthentication_required']);
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age="600"');
    const regenerate = 'mutation ($code: String) { regenerateBackupCodes(code: $code) { backupCodes } }';
    const refused = await app.graphql(token, regenerate, { code: '000000' });
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'WRONG_CODE', field: 'code' });
    const made = await app.data(token, regenerate, { code: codeOf(app, secret) });
    expect(made.regenerateBackupCodes.backupCodes).toHaveLength(10);
    expect((await post('disable', { code: backupCodes[0] })).body).toEqual(wrong);
  });

  it('leaves one set of ten when twenty ask at once', async () => {
    await enroll(app, token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('backup-codes/regenerate')));
    const [{ count }] = await rows(
      'select cardinality(hashes) as count from backup_code_sets where user_id = $1',
      user.id,
    );
    expect([answers.every(({ status }) => status === 200), count]).toEqual([true, 10]);
  });

  it('is refused where nothing is enabled', async () => {
    const { status, body } = await post('backup-codes/regenerate');
    expect([status, body]).toEqual([400, off]);
  });
});

describe('the paths of second factors', () => {
  it.each(['setup', 'verify-setup', 'disable', 'backup-codes/regenerate'])('%s needs a user', async (path) => {
    for (const scope of ['read', 'write', 'admin']) {
      const { status, body } = await post(path, { code: '123456' }, await app.token(scope));
      expect([status, body.error]).toEqual([403, 'user_required']);
    }
    expect((await app.send('POST', `/api/mfa/${path}`)).status).toBe(401);
    expect((await app.send('GET', `/api/mfa/${path}`, { token })).status).toBe(405);
  });
});

describe('what is stored', () => {
  it('holds neither the secret nor a backup code, nor does the trail', async () => {
    const { secret, backupCodes } = await enroll(app, token);
    const dump = JSON.stringify([
      await rows('select f.*, encode(sealed_secret, $2) from totp_factors f where user_id = $1', user.id, 'escape'),
      await rows('select * from audit_events'),
      await rows('select * from outbox_mails'),
    ]);
    const [{ hex }] = await rows(
      `select encode(sealed_secret, 'hex') as hex from totp_factors where user_id = $1`,
      user.id,
    );
    const { ScureBase32Plugin } = await import('otplib');
    expect(hex).not.toContain(Buffer.from(new ScureBase32Plugin().decode(secret)).toString('hex'));
    for (const text of [secret, ...backupCodes, ...backupCodes.map((code) => code.replace('-', ''))])
      expect(dump).not.toContain(text);
  });

  it('goes with its user', async () => {
    await enroll(app, token);
    await app.send('DELETE', `/api/users/${user.id}`, { token: await app.token('admin') });
    expect(await rows('select 1 from totp_factors where user_id = $1', user.id)).toEqual([]);
  });
});
