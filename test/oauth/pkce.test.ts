import { expect, describe, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';

const app = useApp();

/** The answer to a request of a user who has to sign in. */
async function ask(client: Client, given: Record<string, string | undefined>): Promise<Record<string, string>> {
  const browser = new BrowserLite(app.issuer);
  const { url } = await browser.open(authorizePath(client, given));
  return answerOf(url.startsWith(app.issuer) ? await browser.logIn(await buildUser(app)) : { url });
}

describe('code challenges', () => {
  const without = { code_challenge: undefined, code_challenge_method: undefined };

  it('RFC 9700 §2.1.1: may be left out by a confidential client that sends a nonce', async () => {
    const confidential = await buildClient(app, { type: 'confidential', requirePkce: false });
    expect(await ask(confidential, { ...without, nonce: 'n' })).toHaveProperty('code');
  });

  it.each([
    ['no nonce', false, {}],
    ['an empty nonce', false, { nonce: '' }],
    ['a nonce that no ID token can hold', false, { nonce: 'n', scope: 'profile' }],
    ['a nonce where it is registered to need a challenge', true, { nonce: 'n' }],
  ])('RFC 9700 §2.1.1: are demanded of a confidential client with %s', async (_name, requirePkce, given) => {
    const confidential = await buildClient(app, { type: 'confidential', requirePkce });
    const answer = await ask(confidential, { ...without, ...given });
    expect(answer).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^code_challenge is missing/),
    });
  });

  it('OIDC Core §3.1.2.1: may be left out with the nonce by a confidential client whose registration says so', async () => {
    const confidential = await buildClient(app, { type: 'confidential', requirePkce: false, requireNonce: false });
    expect(await ask(confidential, without)).toHaveProperty('code');
    const flagged = await buildClient(app, { requirePkce: true, requireNonce: false });
    expect(await ask(flagged, { ...without, nonce: 'n' })).toMatchObject({ error: 'invalid_request' });
  });

  it('RFC 9700 §2.1.1, RFC 8252 §8.1: are demanded of a public client however it is registered', async () => {
    const flagged = await buildClient(app, { requirePkce: false });
    const answer = await ask(flagged, { ...without, nonce: 'n' });
    expect(answer).toMatchObject({ error: 'invalid_request' });
  });
});
