import type { Client } from '../../src/modules/clients/index.ts';
import type { Answer, TestApp } from './app.ts';
import { BrowserLite, type Page } from './browser-lite.ts';
import { buildClient, type BuiltUser } from './builders.ts';
import { askForTokens } from './logins.ts';

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a device gets at first. */
export interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** A public client without a browser: it has no redirect URI. */
export const buildDeviceClient = (app: TestApp, given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, { redirectUris: [], grantTypes: [DEVICE_CODE, 'refresh_token'], ...given });

/** Asks for codes; `undefined` leaves a field out. */
export function askForCodes(
  app: TestApp,
  client: Pick<Client, 'id'>,
  fields: Record<string, string | undefined> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const all = { client_id: client.id, scope: 'openid profile', ...fields };
  const given = Object.entries(all).filter((field): field is [string, string] => field[1] !== undefined);
  return app.send('POST', '/oauth2/device_authorization', { body: new URLSearchParams(given), headers });
}

export async function codesOf(
  app: TestApp,
  client: Pick<Client, 'id'>,
  fields: Record<string, string | undefined> = {},
): Promise<DeviceAnswer> {
  const { status, body, text } = await askForCodes(app, client, fields);
  if (status !== 200) throw new Error(`No codes: ${status} ${text}`);
  return body;
}

/** Polls with a device code. */
export const poll = (
  app: TestApp,
  client: Pick<Client, 'id'>,
  deviceCode: string,
  fields: Record<string, string | undefined> = {},
): Promise<Answer> =>
  askForTokens(app, { grant_type: DEVICE_CODE, client_id: client.id, device_code: deviceCode, ...fields });

/** Enters the code and signs in, up to the page that asks the user to decide. */
export async function toDecision(
  app: TestApp,
  { user_code: code }: Pick<DeviceAnswer, 'user_code'>,
  user: BuiltUser,
  browser = new BrowserLite(app.issuer),
): Promise<BrowserLite> {
  await browser.open('/device');
  const page = await browser.submit({ user_code: code });
  if (new URL(page.url).pathname === '/login') await browser.logIn(user);
  return browser;
}

/** The user decides, in a browser of their own. */
export async function decide(
  app: TestApp,
  codes: Pick<DeviceAnswer, 'user_code'>,
  user: BuiltUser,
  decision = 'allow',
): Promise<Page> {
  const browser = await toDecision(app, codes, user);
  return browser.submit({ decision });
}
