import { basic, CALLBACK, credentials, type Fields, form, type Party, redemption, SECRET } from '../party.ts';
import type { Cases } from './case.ts';

const redeem =
  (given: Fields = {}, headers?: Record<string, string>) =>
  async (party: Party) =>
    party.post('token_endpoint', redemption(await party.code(), { ...credentials('web'), ...given }), headers);

const refresh =
  (given: Fields = {}) =>
  async (party: Party) => {
    const { refresh_token } = await party.tokens();
    return party.post('token_endpoint', {
      grant_type: 'refresh_token',
      refresh_token,
      ...credentials('web'),
      ...given,
    });
  };

const serve =
  (given: Fields = {}, headers?: Record<string, string>) =>
  (party: Party) =>
    party.post('token_endpoint', { grant_type: 'client_credentials', ...credentials('service'), ...given }, headers);

const used = async (party: Party): Promise<string> => {
  const code = await party.code();
  await party.post('token_endpoint', redemption(code, credentials('web')));
  return code;
};

/** The token endpoint: every grant, and what can be wrong with it. */
export const tokenCases: Cases = {
  'a code in order': redeem(),
  'a code in order, for offline use': async (party) =>
    party.post(
      'token_endpoint',
      redemption(await party.code({ scope: 'openid offline_access', prompt: 'consent' }), credentials('web')),
    ),
  'a code in order, by a header': redeem({ client_id: undefined, client_secret: undefined }, basic('web', SECRET)),
  'a code of a public client': async (party) =>
    party.post('token_endpoint', redemption(await party.code({ client_id: 'native' }), credentials('native'))),
  'a code without openid': async (party) =>
    party.post(
      'token_endpoint',
      redemption(await party.code({ scope: 'profile', nonce: undefined }), credentials('web')),
    ),
  'code missing': redeem({ code: undefined }),
  'code unknown': redeem({ code: 'nothing' }),
  'code used before': async (party) => party.post('token_endpoint', redemption(await used(party), credentials('web'))),
  'what a code bought that was used twice': async (party) => {
    const code = await party.code();
    const { text } = await party.post('token_endpoint', redemption(code, credentials('web')));
    await party.post('token_endpoint', redemption(code, credentials('web')));
    const { access_token: token } = JSON.parse(text) as { access_token: string };
    return party.send(party.url('userinfo_endpoint'), { headers: { authorization: `Bearer ${token}` } });
  },
  'another client’s code': redeem(credentials('other')),
  'redirect_uri missing': redeem({ redirect_uri: undefined }),
  'redirect_uri another': redeem({ redirect_uri: `${CALLBACK}/` }),
  'code_verifier missing': redeem({ code_verifier: undefined }),
  'code_verifier wrong': redeem({ code_verifier: 'w'.repeat(43) }),
  'code_verifier too short': redeem({ code_verifier: 'short' }),
  'code_verifier without a challenge': async (party) =>
    party.post(
      'token_endpoint',
      redemption(
        await party.code({ client_id: 'loose', code_challenge: undefined, code_challenge_method: undefined }),
        credentials('loose'),
      ),
    ),
  'code_verifier missing though there is a challenge': async (party) =>
    party.post(
      'token_endpoint',
      redemption(await party.code({ client_id: 'loose' }), { ...credentials('loose'), code_verifier: undefined }),
    ),
  'a scope beside the code': redeem({ scope: 'openid' }),
  'client_id missing': redeem({ client_id: undefined }),
  'client_id unknown': redeem({ client_id: 'nobody' }),
  'client_secret missing': redeem({ client_secret: undefined }),
  'client_secret wrong': redeem({ client_secret: 'wrong' }),
  'client_secret wrong, by a header': redeem({ client_id: undefined, client_secret: undefined }, basic('web', 'wrong')),
  'client unknown, by a header': redeem({ client_id: undefined, client_secret: undefined }, basic('nobody', 'wrong')),
  'a header that is not Basic': redeem(
    { client_id: undefined, client_secret: undefined },
    { authorization: 'Bearer something' },
  ),
  'a header that is no Basic credentials': redeem(
    { client_id: undefined, client_secret: undefined },
    { authorization: 'Basic ?' },
  ),
  'two ways of authenticating': redeem({}, basic('web', SECRET)),
  'another client_id beside the header': redeem({ client_id: 'other', client_secret: undefined }, basic('web', SECRET)),
  'a secret of a public client': async (party) =>
    party.post(
      'token_endpoint',
      redemption(await party.code({ client_id: 'native' }), { ...credentials('native'), client_secret: 'something' }),
    ),
  'grant_type missing': (party) => party.post('token_endpoint', credentials('web')),
  'grant_type unknown': (party) => party.post('token_endpoint', { grant_type: 'something', ...credentials('web') }),
  'grant_type password': (party) =>
    party.post('token_endpoint', { grant_type: 'password', username: 'u', password: 'p', ...credentials('web') }),
  'grant_type not the client’s': (party) =>
    party.post('token_endpoint', { grant_type: 'client_credentials', ...credentials('web') }),
  'grant_type twice': (party) => party.post('token_endpoint', `${form(serveFields())}&grant_type=client_credentials`),
  'a parameter nobody knows, twice': (party) =>
    party.post('token_endpoint', `${form(serveFields())}&something=1&something=2`),
  'client_id twice': (party) => party.post('token_endpoint', `${form(serveFields())}&client_id=service`),
  'a body in JSON': (party) =>
    party.post('token_endpoint', JSON.stringify(serveFields()), { 'content-type': 'application/json' }),
  'no body': (party) => party.post('token_endpoint', ''),
  'by GET': (party) => party.send(party.url('token_endpoint', form(serveFields()))),
  'a client’s own token': serve({ scope: 'read' }),
  'a client’s own token, by a header': serve(
    { client_id: undefined, client_secret: undefined, scope: 'read' },
    basic('service', SECRET),
  ),
  'a client’s own token without a scope': serve(),
  'a client’s own token, scope unknown': serve({ scope: 'something' }),
  'a client’s own token, scope beyond the client': serve({ scope: 'admin' }),
  'a client’s own token, scope of users': serve({ scope: 'openid' }),
  'a refresh in order': refresh(),
  'a refresh with a narrower scope': refresh({ scope: 'openid' }),
  'a refresh with a wider scope': refresh({ scope: 'openid offline_access' }),
  'a refresh with an unknown scope': refresh({ scope: 'something' }),
  'a refresh by another client': refresh(credentials('other')),
  'a refresh without a token': refresh({ refresh_token: undefined }),
  'a refresh with nothing known': refresh({ refresh_token: 'nothing' }),
  'a refresh with an access token': async (party) =>
    refresh({ refresh_token: (await party.tokens())['access_token'] })(party),
  'a refresh token two uses ago': async (party) => {
    const { refresh_token } = await party.tokens();
    const use = (token: string | undefined) =>
      party.post('token_endpoint', { grant_type: 'refresh_token', refresh_token: token, ...credentials('web') });
    const next = JSON.parse((await use(refresh_token)).text) as { refresh_token: string };
    await use(next.refresh_token);
    return use(refresh_token);
  },
};

const serveFields = (): Fields => ({ grant_type: 'client_credentials', ...credentials('service'), scope: 'read' });
