/** What a token for acting as a user, and a code for claims by name, are bound to: the binding matrix of both. */
import { beforeAll } from '@jest/globals';
import type { Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { describeBound } from '../support/bindings.ts';
import { buildClient, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { buildExchanger, EXCHANGE, exchange as exchangeToken } from '../support/exchanges.ts';
import { askForTokens, codeOf, redeem, refresh } from '../support/logins.ts';

const app = useApp();
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const REFUSED = [400, 'invalid_grant'];
const GOOD = [200, undefined];
let user: BuiltUser;
let client: Client;
let neighbor: Client;
let stranger: Client;
let strangers: { customerId: string };
beforeAll(async () => {
  strangers = await app.newCustomer();
  user = await buildUser(app);
  client = await buildClient(app);
  neighbor = await buildClient(app);
  stranger = await buildClient(app, { customerId: strangers.customerId });
});

const exchanging = (given: Partial<Client> = {}) => buildExchanger(app, given);
const exchange = async (by: Client, token: string, fields: Record<string, string> = {}) =>
  errorOf(await exchangeToken(app, by, token, fields));
const userinfo = async (token: string) => errorOf(await app.send('GET', '/oauth2/userinfo', { token }));

const acting = (by: Client, token: string, subject: BuiltUser = user) =>
  exchange(by, token, { requested_subject: subject.id });
const supporting = (given: Partial<Client> = {}) => exchanging({ allowsImpersonation: true, ...given });
let support: Client;
let admin: BuiltUser;
beforeAll(async () => {
  await app.server.database.pool.query(`update customers set impersonation = 'administrators'`);
  support = await supporting();
  admin = await buildUser(app, { role: 'admin' });
});

describeBound<string>('RFC 8693 §4.1: the token of an administrator, for acting as a user', {
  make: async () => {
    const code = await codeOf(app, support, admin, { scope: 'openid admin' });
    return (await redeem(app, support, code, { client_secret: SECRET })).body.access_token;
  },
  refusal: 'nothing',
  wrong: [
    {
      by: 'another client that may do so, too',
      present: async (token) => isNothing(await acting(await supporting(), token)),
    },
    {
      by: 'a client of another customer',
      present: async (token) => isNothing(await acting(await supporting({ customerId: strangers.customerId }), token)),
    },
    {
      by: 'a server of a resource',
      present: async (token) =>
        isNothing(await acting(await supporting({ servedResources: ['https://api.example/'] }), token)),
    },
    { by: 'whoever has most of it', present: async (token) => isNothing(await acting(support, token.slice(0, -2))) },
    {
      by: 'whoever wants to act as a user of another customer',
      present: async (token) =>
        isNothing(await acting(support, token, await buildUser(app, { customerId: strangers.customerId }))),
    },
  ],
  right: (token) => acting(support, token),
  good: GOOD,
});

const isNothing = ([status, error]: unknown[]) =>
  status === 400 && ['invalid_request', 'access_denied'].includes(error as string) ? 'nothing' : status;

describeBound<string>('RFC 8693 §4.1: the token of acting as a user', {
  make: async () => {
    const code = await codeOf(app, support, admin, { scope: 'openid admin' });
    const { access_token: token } = (await redeem(app, support, code, { client_secret: SECRET })).body;
    const { body } = await askForTokens(app, {
      grant_type: EXCHANGE,
      client_id: support.id,
      client_secret: SECRET,
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_subject: user.id,
    });
    return body.access_token;
  },
  refusal: 'nothing',
  wrong: [
    {
      by: 'whoever wants to act as a further user',
      present: async (token) => isNothing(await acting(support, token, await buildUser(app))),
    },
    {
      by: 'another client that exchanges it',
      present: async (token) => isNothing(await exchange(await exchanging(), token)),
    },
    {
      by: 'whoever changes something in the name of the user',
      present: async (token) => {
        const { body } = await app.graphql(token, 'mutation { revokeOtherSessions { count } }');
        return body.errors[0].extensions.code === 'IMPERSONATED' ? 'nothing' : body;
      },
    },
    {
      by: 'whoever wants a refresh token',
      present: async (token) => ((await refresh(app, client, token)).status === 400 ? 'nothing' : ''),
    },
  ],
  right: (token) => userinfo(token),
  good: GOOD,
});

describeBound<string>('OIDC Core §5.5: a code for claims by name', {
  make: () => codeOf(app, client, user, { scope: 'openid', claims: JSON.stringify({ userinfo: { email: null } }) }),
  refusal: REFUSED,
  wrong: [
    { by: 'another client', present: async (code) => errorOf(await redeem(app, neighbor, code)) },
    { by: 'a client of another customer', present: async (code) => errorOf(await redeem(app, stranger, code)) },
  ],
  // What the token request names besides changes nothing.
  right: async (code) => {
    const { body } = await redeem(app, client, code, { claims: JSON.stringify({ userinfo: { name: null } }) });
    return Object.keys((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).body).sort();
  },
  good: ['email', 'groups', 'sub'],
});
