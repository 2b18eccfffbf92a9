import { checklist, type Spec } from './specs.ts';

/** How a login ends, and which clients are notified. */
export const logout: readonly Spec[] = [
  {
    name: 'OIDC RP-Initiated Logout',
    title: 'OpenID Connect RP-Initiated Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-rpinitiated-1_0.html',
    musts: checklist(
      ['2', 'The endpoint supports GET', 'goes back with the state'],
      ['2', 'The endpoint supports POST', 'by POST'],
      ['4', 'An expired ID token is accepted', 'expired'],
      ['2', 'Without an ID token, the server asks the user', 'without an ID token'],
      ['2', 'With an ID token of another session, the server asks the user', 'with an ID token %s'],
      ['2', 'client_id is the client of the ID token', 'client_id'],
      ['2', 'The state comes back exactly as it was sent', 'state as it came'],
      ['3', 'The server redirects only to addresses that match a registered one exactly', 'to the letter'],
      ['4', 'There is no redirect if the ID token cannot be verified', 'not used'],
    ),
    declined: [],
  },
  {
    name: 'OIDC Front-Channel Logout',
    title: 'OpenID Connect Front-Channel Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-frontchannel-1_0.html',
    musts: checklist(
      ['2', 'The page of a logout loads the addresses of the clients that the session signed in to', 'every client'],
      ['2', 'A client that wants them gets iss and sid', 'wants them'],
      ['2', 'The address has the scheme, host and port of a redirect URI', 'of a redirect URI'],
      ['3', 'The metadata announces the feature'],
    ),
    declined: [],
  },
  {
    name: 'OIDC Back-Channel Logout',
    title: 'OpenID Connect Back-Channel Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-backchannel-1_0.html',
    musts: checklist(
      ['2.1', 'The metadata announces the feature'],
      ['2.3', 'The server notifies the clients that the session signed in to'],
      ['2.4', 'Logout tokens have iss, aud, iat, jti, events, and sub and sid', 'says who'],
      ['2.4', 'Logout tokens have no nonce', 'nonce'],
      ['2.4', 'Logout tokens are not accepted as other tokens, and expire soon', 'type of its own'],
      ['2.5', 'Logout tokens are posted as a form', 'posted'],
      ['2.6', 'Logout tokens are signed like the client’s ID tokens'],
      ['2.7', 'The tokens of the session are revoked before'],
      ['2.8', 'The status of the client’s answer says whether it succeeded', 'has understood'],
    ),
    declined: [
      {
        clause: '2.7',
        what: 'Refresh tokens with offline_access outlive a logout (SHOULD)',
        why: 'A logout ends everything that the session created, so that nothing stays behind on a shared computer',
      },
    ],
  },
];
