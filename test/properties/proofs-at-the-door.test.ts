import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildService, ownToken, Prover } from '../support/dpop.ts';
import { anything, faultIn, mutationsOf } from './mutations.ts';

const RUNS = { numRuns: 150 };
const PATH = '/oauth2/token';
const app = useApp();
let client: Client;
let prover: Prover;
beforeAll(async () => {
  client = await buildService(app);
  prover = await Prover.new(app);
  // It then knows a nonce.
  await prover.ask(ownToken(client));
});

const send = (dpop: string): Promise<Answer> =>
  app.send('POST', PATH, { body: new URLSearchParams(ownToken(client)), headers: { dpop } });
const outcomeOf = async (dpop: string) => {
  const { status, body } = await send(dpop);
  return [status, body.error ?? body.token_type];
};
const REFUSED = [400, 'invalid_dpop_proof'];
const seconds = () => Math.floor(app.clock.now().getTime() / 1000);

const ABOUT_THE_PROOF = ['jti', 'htm', 'htu', 'iat', 'nonce', 'exp', 'nbf'];
const others = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 })
  .map((made) => Object.fromEntries(Object.entries(made).filter(([name]) => !ABOUT_THE_PROOF.includes(name))));

describe('RFC 9449 §4.3: a proof of possession at the token endpoint', () => {
  it('is accepted once, whatever its jti is and whatever else it claims', async () => {
    const jti = fc.uuid().chain((id) => fc.string({ unit: 'binary', maxLength: 100 }).map((text) => id + text));
    // A clock may be ahead by a minute, and a proof five minutes old: some of that is left to slow machines.
    const age = fc.integer({ min: -50, max: 200 });
    await fc.assert(
      fc.asyncProperty(jti, age, others, async (id, old, more) => {
        const proof = await prover.proof('POST', PATH, { ...more, jti: id, iat: seconds() - old });
        expect(await outcomeOf(proof)).toEqual([200, 'DPoP']);
        expect(await outcomeOf(proof)).toEqual(REFUSED);
      }),
      RUNS,
    );
  });

  it('is refused with any character changed, added or left out', async () => {
    const proof = await prover.proof('POST', PATH);
    await fc.assert(
      fc.asyncProperty(mutationsOf(proof), async (mutated) => expect(await outcomeOf(mutated)).toEqual(REFUSED)),
      RUNS,
    );
    expect(await outcomeOf(proof)).toEqual([200, 'DPoP']);
  });

  it('is refused with any other claim of its own', async () => {
    const htu = app.issuer + PATH;
    const faults = faultIn(
      {
        jti: (value) => typeof value === 'string' && value !== '' && value.length <= 255,
        htm: (value) => value === 'POST',
        htu: (value) => typeof value === 'string' && URL.parse(value)?.href.replace(/[?#].*/, '') === htu,
        iat: (value) => typeof value === 'number' && Math.abs(value - seconds()) < 400,
      },
      {
        jti: ['', ['a'], { a: 1 }, 'x'.repeat(256)],
        htm: ['post', 'GET', ' POST', ['POST']],
        htu: [PATH, `${htu}/`, htu.toUpperCase(), app.issuer, htu.replace('http:', 'https:'), [htu], `${htu}%20`],
        iat: [seconds() - 1000, seconds() + 1000, String(seconds()), -1],
      },
    );
    await fc.assert(
      fc.asyncProperty(faults, async (claims) =>
        expect(await outcomeOf(await prover.proof('POST', PATH, claims))).toEqual(REFUSED),
      ),
      RUNS,
    );
  });

  it('is refused with any nonce that this server has not made', async () => {
    const nonce = anything.filter((value) => value !== undefined);
    await fc.assert(
      fc.asyncProperty(nonce, async (value) => {
        const [status, error] = await outcomeOf(await prover.proof('POST', PATH, { nonce: value }));
        expect([status, error]).toEqual([400, 'use_dpop_nonce']);
      }),
      RUNS,
    );
  });

  it('is refused, if it is any other text', async () => {
    const text = fc.string({ minLength: 1, maxLength: 300 }).map((made) => made.trim());
    await fc.assert(
      fc.asyncProperty(
        text.filter((made) => made !== ''),
        async (made) => expect(await outcomeOf(made)).toEqual(REFUSED),
      ),
      RUNS,
    );
  });
});
