import { type Client, hashOfGenerated } from '#product';
import { TestApp } from '../support/app.ts';
import type { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { newToken } from '../support/registrations.ts';
import {
  AFTER_LOGOUT,
  API_SCOPES,
  CALLBACK,
  CLIENT_IDS,
  type ClientId,
  type Decision,
  grantTypesOf,
  keysOf,
  Party,
  SECRET,
  USER_SCOPES,
} from './party.ts';

/** This server, on a database of its own. */
export class Guildhall extends Party {
  private readonly app = new TestApp({ CLIENT_REGISTRATION: 'on' });
  private user!: BuiltUser;

  get issuer(): string {
    return this.app.issuer;
  }

  async start(): Promise<void> {
    await this.app.start();
    this.user = await buildUser(this.app);
    for (const id of CLIENT_IDS) await buildClient(this.app, clientOf(id));
    const { secret } = await newToken(this.app, await this.app.token('admin'), REGISTRATION_POLICY);
    this.initialAccessToken = secret;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  protected async goOn(browser: BrowserLite): Promise<void> {
    const { pathname } = new URL(browser.page.url);
    if (pathname === '/login') await browser.logIn(this.user);
    if (pathname === '/consent') await browser.submit({ decision: 'allow' });
  }

  async decide(userCode: string, decision: Decision): Promise<void> {
    await this.browser.open('/device');
    await this.browser.submit({ user_code: userCode });
    const { html, status } = await this.browser.submit({ decision });
    if (status !== 200) throw new Error(`Not decided: ${html}`);
  }
}

/** Everything that the cases register may be registered. */
const REGISTRATION_POLICY = {
  redirectHosts: ['rp.example', '127.0.0.1'],
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  clientsMax: 1000,
};

function clientOf(id: ClientId): Partial<Client> {
  if (id === 'native') return { id, scopes: USER_SCOPES, redirectUris: [CALLBACK], grantTypes: grantTypesOf(id) };
  const isService = id === 'service';
  return {
    id,
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    redirectUris: isService ? [] : [CALLBACK],
    postLogoutRedirectUris: isService ? [] : [AFTER_LOGOUT],
    grantTypes: grantTypesOf(id),
    scopes: isService ? API_SCOPES : USER_SCOPES,
    jwks: keysOf(id) ?? null,
    requirePkce: id !== 'loose',
    requireConsent: id === 'asking',
  };
}
