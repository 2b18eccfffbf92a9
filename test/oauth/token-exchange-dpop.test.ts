import { expect, it } from '@jest/globals';
import { hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { Prover } from '../support/dpop.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { askForTokens, claimsIn } from '../support/logins.ts';

const app = useApp();
const SECRET = 'ghs_secret';

it('RFC 9449 §6: a token that is bound to a key is exchanged with a proof of that key, for one that is bound to it', async () => {
  const client = await buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['client_credentials', EXCHANGE],
    scopes: ['read', 'write'],
    redirectUris: [],
  });
  const [own, other] = [await Prover.new(app), await Prover.new(app)];
  const by = { client_id: client.id, client_secret: SECRET };
  const { body } = await own.ask({ grant_type: 'client_credentials', scope: 'write', ...by });
  const fields = {
    grant_type: EXCHANGE,
    subject_token: body.access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    scope: 'read',
    ...by,
  };
  expect((await askForTokens(app, fields)).body.error).toBe('invalid_request');
  expect((await other.ask(fields)).body.error).toBe('invalid_request');
  const exchanged = await own.ask(fields);
  expect([exchanged.status, exchanged.body.token_type]).toEqual([200, 'DPoP']);
  expect(claimsIn(exchanged.body.access_token).cnf).toEqual({ jkt: own.jkt });
});
