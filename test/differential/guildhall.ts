import { type Client, hashOfGenerated } from '#product';
import { TestApp } from '../support/app.ts';
import type { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import {
  AFTER_LOGOUT,
  API_SCOPES,
  CALLBACK,
  CLIENT_IDS,
  type ClientId,
  grantTypesOf,
  Party,
  SECRET,
  USER_SCOPES,
} from './party.ts';

/** This server, on a database of its own. */
export class Guildhall extends Party {
  private readonly app = new TestApp({});
  private user!: BuiltUser;

  get issuer(): string {
    return this.app.issuer;
  }

  async start(): Promise<void> {
    await this.app.start();
    this.user = await buildUser(this.app);
    for (const id of CLIENT_IDS) await buildClient(this.app, clientOf(id));
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  protected async goOn(browser: BrowserLite): Promise<void> {
    const { pathname } = new URL(browser.page.url);
    if (pathname === '/login') await browser.logIn(this.user);
    if (pathname === '/consent') await browser.submit({ decision: 'allow' });
  }
}

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
    requirePkce: id !== 'loose',
    requireConsent: id === 'asking',
  };
}
