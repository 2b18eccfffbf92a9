/**
 * What the specifications demand of this server, in our own words, and what of them it declines. The reference page and
 * its test hold the project's tests against these lists.
 */
import { authzen } from './authzen.ts';
import { logout } from './logout.ts';
import { oauthCore } from './oauth-core.ts';
import { oauthEndpoints } from './oauth-endpoints.ts';
import { oauthMore } from './oauth-more.ts';
import { openid } from './openid.ts';
import { registration } from './registration.ts';
import type { Spec } from './specs.ts';

export const SPECS: readonly Spec[] = [
  ...oauthCore,
  ...oauthEndpoints,
  ...oauthMore,
  ...registration,
  ...openid,
  ...logout,
  ...authzen,
];
