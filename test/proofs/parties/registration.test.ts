/** Foreign libraries register a client, and sign a user in with what they got. */
import { expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';
import { signInAndAllow } from '../../support/parties.ts';
import { METADATA, newToken } from '../../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on', PROTECTED_RESOURCE_METADATA: 'on' });
const [REDIRECT_URI] = METADATA.redirect_uris as [string];
const insecure = { [oauth.allowInsecureRequests]: true };
const secretOf = async () => (await newToken(app, await app.token('admin'))).secret;

it('openid-client registers itself with an initial access token, and signs a user in', async () => {
  const config = await oidc.dynamicClientRegistration(new URL(app.issuer), METADATA, undefined, {
    initialAccessToken: await secretOf(),
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  expect(config.clientMetadata().client_name).toBe('Ledger');
  const [pkceCodeVerifier, expectedState] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
  const request = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile',
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const user = await buildUser(app, { name: 'Ada Lovelace' });
  const answer = new URL(await signInAndAllow(app, request.href, user));
  const tokens = await oidc.authorizationCodeGrant(config, answer, { pkceCodeVerifier, expectedState });
  expect(tokens.claims()?.sub).toBe(user.id);
  expect(await oidc.fetchUserInfo(config, tokens.access_token, user.id)).toMatchObject({ name: 'Ada Lovelace' });
});

it('oauth4webapi registers a public client with an initial access token, and signs a user in', async () => {
  const issuer = new URL(app.issuer);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const metadata = { ...METADATA, token_endpoint_auth_method: 'none' };
  const initialAccessToken = await secretOf();
  const party = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, metadata, { initialAccessToken, ...insecure }),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const request = new URL(as.authorization_endpoint!);
  request.search = new URLSearchParams({
    client_id: party.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const user = await buildUser(app);
  const answer = oauth.validateAuthResponse(
    as,
    party,
    new URL(await signInAndAllow(app, request.href, user)),
    oauth.expectNoState,
  );
  const sent = oauth.authorizationCodeGrantRequest(as, party, oauth.None(), answer, REDIRECT_URI, verifier, insecure);
  const tokens = await oauth.processAuthorizationCodeResponse(as, party, await sent);
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(user.id);
});

it('oauth4webapi finds the authorization server of an API by the metadata of the API', async () => {
  const resource = new URL(`${app.issuer}/graphql`);
  const found = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  expect(found.authorization_servers).toEqual([app.issuer]);
});
