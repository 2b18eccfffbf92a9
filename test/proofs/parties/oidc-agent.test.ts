import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../../support/app.ts';
import { buildUser, type BuiltUser } from '../../support/builders.ts';
import { decide, DEVICE_CODE } from '../../support/devices.ts';
import { needs } from '../../support/needs.ts';
import { type Agent, startOidcAgent } from '../../support/oidc-agent.ts';
import { buildParty } from '../../support/parties.ts';
import { newToken } from '../../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });

// It puts a secret into the Authorization header as it is, which is right for the secrets that this server makes.
const SECRET = 'ghs_of-letters-and-digits-1234567890';
const SCOPE = '--scope=openid profile offline_access';
let agent: Agent;
let user: BuiltUser;
beforeAll(async () => {
  agent = await startOidcAgent();
  user = await buildUser(app);
});
afterAll(() => agent?.stop());

const registered = (): Promise<Client> =>
  buildParty(app, {
    secretHash: hashOfGenerated(SECRET),
    redirectUris: [],
    grantTypes: [DEVICE_CODE, 'refresh_token'],
  });
const optionsOf = ({ id }: Client): string[] => [
  '--manual',
  `--issuer=${app.issuer}`,
  `--client-id=${id}`,
  `--client-secret=${SECRET}`,
  '--redirect-uri=',
  SCOPE,
];

const whoIs = async (token: string): Promise<unknown> => {
  const { status, body } = await app.send('GET', '/oauth2/userinfo', { token });
  return status === 200 ? body.sub : status;
};

needs('oidc-agent')('oidc-agent, the keeper of tokens for command lines', () => {
  it('signs in by the code of a device, as a registered client, and refreshes', async () => {
    const { userCode, done } = await agent.signIn('shell', optionsOf(await registered()));
    await decide(app, { user_code: userCode }, user);
    await done;
    const first = await agent.token('shell');
    const second = await agent.token('shell', '--force-new');
    expect(second).not.toBe(first);
    expect([await whoIs(first), await whoIs(second)]).toEqual([user.id, user.id]);
  });

  it('is told when its user refuses', async () => {
    const { userCode, done } = await agent.signIn('refused', optionsOf(await registered()));
    const failed = expect(done).rejects.toThrow(/access_denied|denied/i);
    await decide(app, { user_code: userCode }, user, 'deny');
    await failed;
  });

  it('registers itself with an initial access token, and signs in', async () => {
    const { secret } = await newToken(app, await app.token('admin'), {
      redirectHosts: ['localhost', 'edu.kit.data.oidc-agent:'],
      grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'DEVICE_CODE'],
      scopes: ['OPENID', 'PROFILE', 'OFFLINE_ACCESS'],
    });
    const { userCode, done } = await agent.signIn('registered', [`--issuer=${app.issuer}`, `--at=${secret}`, SCOPE]);
    await decide(app, { user_code: userCode }, user);
    await done;
    expect(await whoIs(await agent.token('registered'))).toBe(user.id);
  });
});
