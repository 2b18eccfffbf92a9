import { checklist, type Spec } from './specs.ts';

/** How a login ends, and who is told. */
export const logout: readonly Spec[] = [
  {
    name: 'OIDC RP-Initiated Logout',
    title: 'OpenID Connect RP-Initiated Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-rpinitiated-1_0.html',
    musts: checklist(
      ['2', 'GET is understood', 'goes back with the state'],
      ['2', 'POST is understood', 'by POST'],
      ['4', 'An ID token that has expired is good enough', 'expired'],
      ['2', 'Without an ID token the user is asked', 'without an ID token'],
      ['2', 'With one of another session too', 'with an ID token %s'],
      ['2', 'client_id is that of the ID token', 'client_id'],
      ['2', 'The state comes back exactly as it was sent', 'state as it came'],
      ['3', 'Only addresses registered to the letter are gone back to', 'to the letter'],
      ['4', 'What cannot be verified leads nowhere', 'not used'],
    ),
    declined: [],
  },
  {
    name: 'OIDC Back-Channel Logout',
    title: 'OpenID Connect Back-Channel Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-backchannel-1_0.html',
    musts: checklist(
      ['2.1', 'The metadata announces it'],
      ['2.3', 'Those clients are told that the session signed in to'],
      ['2.4', 'Logout tokens have iss, aud, iat, jti, events, and sub and sid', 'says who'],
      ['2.4', 'They carry no nonce', 'nonce'],
      ['2.4', 'They cannot pass for another token, and live shortly', 'type of its own'],
      ['2.5', 'They are posted as a form', 'posted'],
      ['2.6', 'They are signed as the client’s ID tokens are'],
      ['2.7', 'Tokens of the session are dead by then'],
      ['2.8', 'Clients say whether they have understood', 'has understood'],
    ),
    declined: [
      {
        clause: '2.7',
        what: 'Refresh tokens with offline_access outlive a logout (SHOULD)',
        why: 'A logout ends everything that came of the session: nothing is left behind on a machine that is not one’s own',
      },
    ],
  },
];
