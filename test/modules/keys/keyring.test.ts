import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Keyring, newKeyPair, Runtime, Vault } from '#product';
import { useApp } from '../../support/app.ts';
import { queriesOf } from '../../support/queries.ts';

const app = useApp();

/** The key ring of another server on the same database. */
function otherServer(vault?: Vault): Keyring {
  const { db, fork, clock, log, vault: same, settings } = app.server.runtime;
  return new Runtime(db, fork, clock, log, vault ?? same, settings).get(Keyring);
}
async function loaded(): Promise<Keyring> {
  const keyring = otherServer();
  await keyring.load();
  return keyring;
}
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
const kids = async (): Promise<string[]> =>
  (await app.send('GET', '/oauth2/jwks')).body.keys.map(({ kid }: { kid: string }) => kid);
const rows = async (text: string) => (await app.server.database.pool.query(text)).rows;
const signingKid = async (keyring: Keyring) => headerOf(await keyring.sign('ES256', 'at+jwt', {})).kid as string;

/** Does the work, and counts how often the event loop turns meanwhile. */
async function countingTurns<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    clearImmediate(next);
  }
}

describe('the first start', () => {
  it('makes no id that a command line would take for an option', async () => {
    const pairs = await Promise.all(Array.from({ length: 1000 }, () => newKeyPair('EdDSA')));
    expect(pairs.filter(({ id }) => id.startsWith('-'))).toEqual([]);
  });

  it('makes one key of each algorithm, however many servers start at once', async () => {
    await rows('delete from signing_keys');
    await Promise.all(Array.from({ length: 4 }, () => otherServer().ensure()));
    expect(await rows('select algorithm from signing_keys order by 1')).toEqual([
      { algorithm: 'ES256' },
      { algorithm: 'EdDSA' },
      { algorithm: 'PS256' },
      { algorithm: 'RS256' },
    ]);
    await app.server.runtime.get(Keyring).load();
  });

  it('takes one statement where the keys are there', async () => {
    expect(await queriesOf(() => otherServer().ensure())).toHaveLength(1);
  });

  it('stores no private key that can be read without SECRET_KEY, and says so when it is another', async () => {
    const stored = await rows('select public_jwk, sealed_private_key from signing_keys');
    for (const { public_jwk, sealed_private_key } of stored) {
      expect(public_jwk).not.toHaveProperty('d');
      // What the DER of a private key names: its curve, or that it is RSA.
      expect(sealed_private_key.includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false);
      expect(sealed_private_key.includes(Buffer.from('2a864886f70d010101', 'hex'))).toBe(false);
    }
    await expect(otherServer(new Vault(Buffer.alloc(32, 1))).load()).rejects.toThrow('SECRET_KEY is not the one');
  });
});

describe('a read of the keys', () => {
  it('changes nothing if it ends after one that began later', async () => {
    const { db, fork, clock, log, vault, settings } = app.server.runtime;
    const [seen, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const slowRows: typeof db.rows = async (...given) => {
      const found = await db.rows(...given);
      if ((reads += 1) > 1) return found;
      seen.resolve();
      await held.promise;
      return found;
    };
    const slow = new Proxy(db, { get: (target, name) => (name === 'rows' ? slowRows : Reflect.get(target, name)) });
    const keyring = new Runtime(slow, fork, clock, log, vault, settings).get(Keyring);
    const early = keyring.load();
    await seen.promise;
    const [next] = await app.server.runtime.get(Keyring).rotate('ES256');
    await keyring.load();
    held.resolve();
    await early;
    expect(keyring.jwks(clock.now())).toContain(next!.id);
  });
});

describe('GET /oauth2/jwks', () => {
  it('shows the public keys alone (RFC 7517 §5)', async () => {
    const { status, body } = await app.send('GET', '/oauth2/jwks');
    expect(status).toBe(200);
    // There may be two of an algorithm, one of which signs no more.
    const byAlg = new Map<string, Record<string, string>>(body.keys.map((key: { alg: string }) => [key.alg, key]));
    const membersOf = (alg: string) => Object.keys(byAlg.get(alg)!).toSorted();
    expect(membersOf('ES256')).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(membersOf('RS256')).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(membersOf('EdDSA')).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    const uses = Object.fromEntries([...byAlg].map(([alg, { use }]) => [alg, use]));
    expect(uses).toEqual({ ES256: 'sig', EdDSA: 'sig', PS256: 'sig', RS256: 'sig' });
  });
});

describe('rotation', () => {
  it('OIDC Core §10.1.1: publishes the next key before it signs, and the last one until its last token has expired', async () => {
    const here = app.server.runtime.get(Keyring);
    // What another test made signs by now.
    app.clock.advance(1_800);
    const old = await signingKid(here);
    const [next] = await here.rotate('ES256');
    expect(await kids()).toEqual(expect.arrayContaining([old, next!.id]));
    expect(await signingKid(here)).toBe(old);

    app.clock.advance(599);
    const last = await here.sign('ES256', 'at+jwt', { last: true });
    expect(headerOf(last).kid).toBe(old);
    app.clock.advance(2);
    expect(await signingKid(here)).toBe(next!.id);

    app.clock.advance(900);
    expect(await here.verify(last, 'at+jwt')).toEqual({ last: true });
    expect(await kids()).toContain(old);
    app.clock.advance(200);
    expect(await here.verify(last, 'at+jwt')).toBeNull();
    expect(await kids()).not.toContain(old);
  });

  it('happens by itself once a key has signed for long enough, and once however many servers look', async () => {
    const here = app.server.runtime.get(Keyring);
    await here.rotate();
    const DAY = 86_400;
    app.clock.advance(30 * DAY);
    await here.rotate('RS256');
    expect(await queriesOf(() => here.rotateOlderThan(90 * DAY))).toHaveLength(0);
    app.clock.advance(60 * DAY + 601);
    const servers = await Promise.all(Array.from({ length: 4 }, loaded));
    const made = (await Promise.all(servers.map((server) => server.rotateOlderThan(90 * DAY)))).flat();
    expect(made.map(({ algorithm }) => algorithm)).toEqual(['ES256', 'PS256', 'EdDSA']);
    expect(await loaded().then((server) => server.rotateOlderThan(90 * DAY))).toEqual([]);
    await here.load();
  });

  it('tells what every key is for, and drops the private halves nothing needs', async () => {
    const here = app.server.runtime.get(Keyring);
    await here.rotate('RS256');
    const statuses = async () =>
      (await here.list()).filter(({ algorithm }) => algorithm === 'RS256').map(({ status }) => status);
    expect(await statuses()).toEqual(['signing', 'next']);
    app.clock.advance(601);
    expect(await statuses()).toEqual(['retiring', 'signing']);
    app.clock.advance(1100);
    expect(await statuses()).toEqual(['retired', 'signing']);
    await here.rotate('RS256');
    expect(await statuses()).toEqual(['signing', 'next']);
  });

  it('keeps one signer and one successor of each when two servers rotate at once', async () => {
    const [a, b] = [await loaded(), await loaded()];
    await Promise.all([a.rotate('ES256'), b.rotate('ES256')]);
    const unretired = await rows(`select 1 from signing_keys where algorithm = 'ES256' and retires_at is null`);
    expect(unretired).toHaveLength(1);
  });

  it('is heard of by other servers within a minute', async () => {
    const [here, there] = [await loaded(), await loaded()];
    const [next] = await here.rotate('ES256');
    app.clock.advance(59);
    expect(there.fresh()).toBeUndefined();
    app.clock.advance(2);
    await there.fresh();
    expect(there.jwks(app.clock.now())).toContain(next!.id);
  });

  it('is heard of sooner through a token that the new key signed', async () => {
    const [here, there] = [await loaded(), await loaded()];
    const [next] = await here.rotate('ES256');
    // As a server signs whose clock is ahead.
    await rows(`update signing_keys set active_from = created_at where id = '${next!.id}'`);
    await here.load();
    const token = await here.sign('ES256', 'at+jwt', { from: 'afar' });
    expect(headerOf(token).kid).toBe(next!.id);
    expect(await there.verify(token, 'at+jwt')).toBeNull();
    app.clock.advance(6);
    expect(await there.verify(token, 'at+jwt')).toEqual({ from: 'afar' });
  });

  it('asks the database about strangers’ tokens once in five seconds at most', async () => {
    const there = await loaded();
    const stranger = Buffer.from('{"alg":"ES256","typ":"at+jwt","kid":"x"}').toString('base64url');
    app.clock.advance(6);
    const queries = await queriesOf(async () => {
      for (let n = 0; n < 10; n++) await there.verify(`${stranger}.e30.AAAA`, 'at+jwt');
    });
    expect(queries).toHaveLength(1);
  });
});

describe('signing', () => {
  it('signs for many requests of a turn before the event loop turns', async () => {
    const keyring = await loaded();
    const { result: tokens, turns } = await countingTurns(() =>
      Promise.all(Array.from({ length: 20 }, (_, n) => keyring.sign('ES256', 'at+jwt', { n }))),
    );
    // One by one, they would take twenty. A busy machine interrupts them.
    expect(turns).toBeLessThan(10);
    for (const [n, token] of tokens.entries()) expect(await keyring.verify(token, 'at+jwt')).toEqual({ n });
  });

  it('lets the event loop turn if there are many signatures to make', async () => {
    const keyring = await loaded();
    // An RSA signature takes at least a quarter of a millisecond.
    const { turns } = await countingTurns(() =>
      Promise.all(Array.from({ length: 500 }, () => keyring.sign('RS256', 'at+jwt', {}))),
    );
    expect(turns).toBeGreaterThan(1);
  });

  it('refuses without a key', async () => {
    await expect(otherServer().sign('ES256', 'at+jwt', {})).rejects.toMatchObject({ code: 'NO_SIGNING_KEY' });
  });
});

describe('verifying', () => {
  it('takes its own tokens of the right type, and remembers the signature only', async () => {
    const keyring = await loaded();
    for (const algorithm of ['ES256', 'RS256', 'PS256', 'EdDSA'] as const) {
      // Numbers in a signature that begin with zeros or ones are the ones a conversion gets wrong.
      for (let n = 0; n < 600; n += algorithm === 'ES256' ? 1 : 100) {
        const token = await keyring.sign(algorithm, 'at+jwt', { n });
        expect(await keyring.verify(token, 'at+jwt')).toEqual({ n });
        expect(await keyring.verify(token, 'JWT')).toBeNull();
      }
    }
  });

  it('makes ES256 signatures of 64 bytes that others verify (RFC 7518 §3.4)', async () => {
    const { jwtVerify, createLocalJWKSet } = await import('jose');
    const keyring = await loaded();
    const keys = createLocalJWKSet(JSON.parse(keyring.jwks(app.clock.now())));
    for (let n = 0; n < 50; n++) {
      const { payload } = await jwtVerify(await keyring.sign('ES256', 'at+jwt', { n }), keys, {
        algorithms: ['ES256'],
      });
      expect(payload).toEqual({ n });
    }
  });

  it('refuses a token of a stranger’s key under our key’s name, and one in another encoding', async () => {
    const keyring = await loaded();
    const token = await keyring.sign('ES256', 'at+jwt', { ours: true });
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged = sign('sha256', Buffer.from(`${header}.${payload}`), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(await keyring.verify(`${header}.${payload}.${forged.toString('base64url')}`, 'at+jwt')).toBeNull();
    expect(await keyring.verify(`${header}.${payload}.${signature}=`, 'at+jwt')).toBeNull();
    expect(await keyring.verify(`${token} `, 'at+jwt')).toBeNull();
    expect(await keyring.verify(`${header}.${payload}.AAAA`, 'at+jwt')).toBeNull();
    expect(await keyring.verify(token, 'at+jwt')).toEqual({ ours: true });
  });
});
