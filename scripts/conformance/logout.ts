import { checklist, type Spec } from './specs.ts';

/** How a login ends, and who is told. */
export const logout: readonly Spec[] = [
  {
    name: 'OIDC RP-Initiated Logout',
    title: 'OpenID Connect RP-Initiated Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-rpinitiated-1_0.html',
    musts: checklist(),
    declined: [],
  },
  {
    name: 'OIDC Back-Channel Logout',
    title: 'OpenID Connect Back-Channel Logout 1.0',
    url: 'https://openid.net/specs/openid-connect-backchannel-1_0.html',
    musts: checklist(),
    declined: [],
  },
];
