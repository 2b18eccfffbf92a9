import { createCipheriv, createHash, pbkdf2Sync, randomUUID, scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import argon2 from 'argon2';
import bcrypt from 'bcrypt';
import { useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../../support/builders.ts';
import { importsOf } from '../../support/imports.ts';

const app = useApp();
let admin: string;
const { imported, faultsOf, userOf } = importsOf(app, () => admin);

beforeAll(async () => {
  admin = await app.token('admin');
});

describe('a password hash of another system', () => {
  const PASSWORD = 'Grüße an alle';
  const salt = Buffer.from('0123456789abcdef');
  const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const ab64 = (bytes: Buffer) => b64(bytes).replaceAll('+', '.');
  const derived = (digest: string, length: number, from: Buffer | string = salt) =>
    pbkdf2Sync(PASSWORD, from, 1_000, length, digest);
  const stretched = (from: Buffer | string = salt) => scryptSync(PASSWORD, from, 64, { N: 1024, r: 8, p: 1 });
  const blowfish = bcrypt.hashSync(PASSWORD, 4);
  const salted = (digest: string, scheme: string) => {
    const key = createHash(digest).update(PASSWORD).update(salt).digest();
    return `${scheme}${Buffer.concat([key, salt]).toString('base64')}`;
  };
  const firebase = () => {
    const signer = Buffer.alloc(64, 's');
    const key = scryptSync(PASSWORD, Buffer.concat([salt, Buffer.from([7])]), 32, { N: 1024, r: 8, p: 1 });
    const hash = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer);
    const [signerText, saltText, hashText] = [signer, salt, hash].map((bytes) => bytes.toString('base64'));
    return `$fbscrypt$v=1,n=10,r=8,p=1,ss=Bw==,sk=${signerText}$${saltText}$${hashText}`;
  };

  const HASHES: [string, string | Promise<string>][] = [
    ['bcrypt $2b$', blowfish],
    ['bcrypt $2a$', blowfish.replace('$2b', '$2a')],
    ['bcrypt $2y$, as PHP', blowfish.replace('$2b', '$2y')],
    ['bcrypt in Spring’s scheme', `{bcrypt}${blowfish}`],
    ['bcrypt in LDAP’s scheme', `{CRYPT}${blowfish}`],
    ['bcrypt of Django', `bcrypt$${blowfish}`],
    [
      'bcrypt of a digest of Django',
      `bcrypt_sha256$${bcrypt.hashSync(createHash('sha256').update(PASSWORD).digest('hex'), 4)}`,
    ],
    ['PBKDF2 of Django', `pbkdf2_sha256$1000$salty$${derived('sha256', 32, 'salty').toString('base64')}`],
    ['PBKDF2 with SHA-1 of Django', `pbkdf2_sha1$1000$salty$${derived('sha1', 20, 'salty').toString('base64')}`],
    ['PBKDF2 of Werkzeug', `pbkdf2:sha256:1000$salty$${derived('sha256', 32, 'salty').toString('hex')}`],
    ['PBKDF2 of passlib', `$pbkdf2-sha512$1000$${ab64(salt)}$${ab64(derived('sha512', 64))}`],
    ['PBKDF2 in a PHC string', `$pbkdf2-sha256$i=1000,l=32$${b64(salt)}$${b64(derived('sha256', 32))}`],
    ['PBKDF2 in LDAP’s scheme', `{PBKDF2-SHA256}1000$${ab64(salt)}$${ab64(derived('sha256', 32))}`],
    ['scrypt in a PHC string', `$scrypt$ln=10,r=8,p=1$${b64(salt)}$${b64(stretched())}`],
    ['scrypt of Django', `scrypt$1024$salty$8$1$${stretched('salty').toString('base64')}`],
    ['scrypt of Werkzeug', `scrypt:1024:8:1$salty$${stretched('salty').toString('hex')}`],
    ['argon2id', argon2.hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 2 })],
    [
      'argon2id with padding, in the alphabet of URLs',
      argon2.hash(PASSWORD, { memoryCost: 1024, timeCost: 1, salt }).then((hash) =>
        hash
          .replaceAll(/([^$]{22,})(?=\$|$)/g, '$1==')
          .replace(/=+$/, '=')
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      ),
    ],
    ['argon2i', argon2.hash(PASSWORD, { type: argon2.argon2i, memoryCost: 19_456, timeCost: 2, parallelism: 1 })],
    [
      'argon2 of Django',
      argon2.hash(PASSWORD, { memoryCost: 1024, timeCost: 2, parallelism: 8 }).then((hash) => `argon2${hash}`),
    ],
    [
      'crypt(3) with SHA-512',
      '$6$rasmuslerdorf$.ZttTjfwHrdfCKcGkNqTXJphebSEL.eAa52GQw2abvrGbc8xT5tsPTp/7ntmt8grl4Xz.asRzYscmXw0RumTT1',
    ],
    [
      'crypt(3) with SHA-512 and rounds',
      '{CRYPT}$6$rounds=1000$roundsalt$mu8TOkE71phF/3r6pX8Xs3ytmBMMirXtzby40sU56eY3vU6ABFQzErHI.pzbvwc4wZIWszshSJ6xqQ4UadoaJ1',
    ],
    ['crypt(3) with SHA-256', '$5$rounds=1400$anothersalt12$hkie7by40IaNrGrqctvklx4VM/1vFuWMsSPO3V4u0b9'],
    ['phpass', '$P$6abcdefghTbY9SNQ4mLslEjmcY28oO0'],
    ['salted SHA-1 of LDAP', salted('sha1', '{SSHA}')],
    ['salted SHA-512 of LDAP', salted('sha512', '{SSHA512}')],
    [
      'PBKDF2 of ASP.NET Core Identity',
      Buffer.concat([
        Buffer.from([1, 0, 0, 0, 2, 0, 0, 0x03, 0xe8, 0, 0, 0, 16]),
        salt,
        derived('sha512', 32),
      ]).toString('base64'),
    ],
    ['scrypt of Firebase', firebase()],
  ];

  it('of Firebase is the one that its project publishes', async () => {
    const user = await buildUser(app, {
      passwordHash:
        '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(await buildClient(app)));
    expect(answerOf(await browser.logIn({ email: user.email, password: 'user1password' })).code).toBeDefined();
  });

  it.each(HASHES)('(%s) lets the user sign in, and is replaced at the first login', async (_name, given) => {
    const email = `${randomUUID()}@hash.example`;
    const body = JSON.stringify({ email, email_verified: true, password_hash: await given });
    expect(await imported({ format: 'JSON_LINES' }, body)).toMatchObject({ createdCount: 1, faultyCount: 0 });
    const client = await buildClient(app);
    const logIn = async (password: string) => {
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(client));
      return browser.logIn({ email, password });
    };
    expect(answerOf(await logIn('wrong password')).code).toBeUndefined();
    expect(answerOf(await logIn(PASSWORD)).code).toBeDefined();
    expect((await userOf(email)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
    expect(answerOf(await logIn(PASSWORD)).code).toBeDefined();
  });

  it('stays where it is of the first 72 bytes only, because the rest may be mistyped', async () => {
    const long = 'Seventy-two bytes are all that this kind of hash can see of a password: the end';
    const hash = bcrypt.hashSync(long, 4);
    const user = await buildUser(app, { passwordHash: hash });
    const client = await buildClient(app);
    for (const password of [long.replace('end', 'dne'), long]) {
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(client));
      expect(answerOf(await browser.logIn({ email: user.email, password })).code).toBeDefined();
      expect((await userOf(user.email)).password_hash).toBe(hash);
    }
  });

  it.each([
    ['bcrypt', blowfish.replace('$04$', '$31$')],
    ['crypt(3)', `$6$rounds=900000000$salt$${'x'.repeat(86)}`],
    ['phpass', `$P$zsaltsalt${'x'.repeat(22)}`],
    ['Firebase', `$fbscrypt$v=1,n=24,r=8,p=1,ss=Bw==,sk=${'A'.repeat(88)}$${b64(salt)}$${'A'.repeat(88)}`],
    [
      'ASP.NET Core Identity',
      Buffer.concat([Buffer.from([1, 0, 0, 0, 2, 0x7f, 0, 0, 0, 0, 0, 0, 16]), salt, derived('sha512', 32)]).toString(
        'base64',
      ),
    ],
    ['PBKDF2', `pbkdf2_sha256$900000000$salty$${derived('sha256', 32, 'salty').toString('base64')}`],
    ['scrypt', `$scrypt$ln=24,r=8,p=1$${b64(salt)}$${b64(stretched())}`],
    ['scrypt in parallel', `$scrypt$ln=15,r=8,p=900$${b64(salt)}$${b64(stretched())}`],
    ['argon2', `$argon2id$v=19$m=4194304,t=3,p=1$${b64(salt)}$${b64(derived('sha256', 32))}`],
    ['argon2 for long', `$argon2id$v=19$m=65536,t=9999,p=1$${b64(salt)}$${b64(derived('sha256', 32))}`],
  ])('(%s) is refused if a login would take too long', async (_name, hash) => {
    const body = JSON.stringify({ email: 'costly@hash.example', password_hash: hash });
    expect(faultsOf(await imported({ format: 'JSON_LINES' }, body))).toEqual([
      [1, 'passwordHash', 'PASSWORD_HASH_TOO_COSTLY'],
    ]);
  });

  it('is kept from a user who has a password, and given to one who has none', async () => {
    const body = (email: string) => JSON.stringify({ email, password_hash: blowfish });
    const has = await buildUser(app, { email: 'has@hash.example' });
    await buildUser(app, { email: 'none@hash.example', passwordHash: null });
    const text = [has.email, 'none@hash.example'].map(body).join('\n');
    expect(await imported({ format: 'JSON_LINES' }, text)).toMatchObject({ updatedCount: 1, unchangedCount: 1 });
    expect((await userOf('has@hash.example')).password_hash).toMatch(/^\$argon2id/);
    const none = await userOf('none@hash.example');
    expect(none.password_hash).toBe(blowfish);
    const { rows } = await app.server.database.pool.query(`select action from audit_events where subject_id = $1`, [
      none.id,
    ]);
    expect(rows).toEqual([{ action: 'password.imported' }]);
  });
});
