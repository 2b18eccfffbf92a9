import type { JWK } from 'jose';
import { BrowserLite } from '../support/browser-lite.ts';
import { newKey } from '../support/keys.ts';

export const SECRET = 'ghs_a secret of the clients of both servers, 123456';
export const CALLBACK = 'https://rp.example/callback';
export const AFTER_LOGOUT = 'https://rp.example/goodbye';
export const USER_SCOPES = ['openid', 'profile', 'email', 'offline_access'];
export const API_SCOPES = ['read', 'write'];

/**
 * The clients that both servers know: `web` and `other` are confidential, `loose` is so without having to use PKCE, `asking`
 * asks its users for consent, `native` is public, `signing` has a key to sign its requests with, `service` acts for itself.
 */
export const CLIENT_IDS = ['web', 'other', 'loose', 'asking', 'native', 'signing', 'service'] as const;
export type ClientId = (typeof CLIENT_IDS)[number];

/** The key of `signing`. */
export const SIGNING_KEY = await newKey('ES256');
/** The keys that a client has published. */
export const keysOf = (id: ClientId): { keys: JWK[] } | undefined =>
  id === 'signing' ? { keys: [SIGNING_KEY.jwk] } : undefined;

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** How a client gets tokens: `native` and `other` also with the code of a device. */
export function grantTypesOf(id: ClientId): string[] {
  if (id === 'service') return ['client_credentials'];
  return ['authorization_code', 'refresh_token', ...(id === 'native' || id === 'other' ? [DEVICE_CODE] : [])];
}

export type Decision = 'allow' | 'deny';

/** An answer as it came, redirects not followed. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One of the two servers that are asked the same; where its endpoints are is read from its own metadata. */
export abstract class Party {
  metadata: Readonly<Record<string, unknown>> = {};
  /** A browser in which the user has signed in. */
  browser!: BrowserLite;
  /** What a client registers itself with. */
  initialAccessToken = 'an-initial-access-token-of-both-servers';

  abstract readonly issuer: string;
  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;
  /** Does what the browser's page asks of the user, if it asks anything. */
  protected abstract goOn(browser: BrowserLite): Promise<void>;
  /** The signed-in user enters the code of a device, and decides. */
  abstract decide(userCode: string, decision: Decision): Promise<void>;

  async open(): Promise<void> {
    await this.start();
    const { text } = await this.send(`${this.issuer}/.well-known/openid-configuration`);
    this.metadata = JSON.parse(text) as Record<string, unknown>;
    this.browser = await this.newSession();
  }

  async newSession(): Promise<BrowserLite> {
    const browser = this.newBrowser();
    await browser.open(this.url('authorization_endpoint', authorization()));
    await this.goOn(browser);
    if (!browser.page.url.startsWith(`${CALLBACK}?code=`)) throw new Error(`Not signed in: ${browser.page.url}`);
    return browser;
  }

  newBrowser(): BrowserLite {
    return new BrowserLite(this.issuer);
  }

  /** The address of an endpoint, by its name in the metadata. */
  url(endpoint: string, query?: URLSearchParams): string {
    return `${String(this.metadata[endpoint])}${query ? `?${query}` : ''}`;
  }

  /** What the signed-in browser, or another, is answered at first. */
  visit(url: string, { cookies }: BrowserLite = this.browser): Promise<Answered> {
    return this.send(url, { headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } });
  }

  /** A code of the signed-in user. */
  async code(given: Fields = {}): Promise<string> {
    await this.browser.open(this.url('authorization_endpoint', authorization(given)));
    await this.goOn(this.browser);
    const { url, html } = this.browser.page;
    const code = new URL(url).searchParams.get('code');
    if (!code) throw new Error(`No code: ${url} ${html}`);
    return code;
  }

  /** The tokens of the signed-in user. */
  async tokens(given: Fields = {}, client: ClientId = 'web'): Promise<Record<string, string>> {
    const code = await this.code({ client_id: client, prompt: undefined, ...given });
    const { status, text } = await this.post('token_endpoint', redemption(code, { ...credentials(client) }));
    if (status !== 200) throw new Error(`No tokens: ${status} ${text}`);
    return JSON.parse(text) as Record<string, string>;
  }

  /** Posts a form; fields given as text go as they are. */
  post(endpoint: string, fields: Fields | string, headers: Record<string, string> = {}): Promise<Answered> {
    const body = typeof fields === 'string' ? fields : form(fields).toString();
    return this.send(this.url(endpoint), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async send(url: string, init: RequestInit = {}): Promise<Answered> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** Parameters by name; undefined leaves one out, which is how those that are there unless said otherwise are taken away. */
export type Fields = Readonly<Record<string, string | undefined>>;

export function form(fields: Fields): URLSearchParams {
  const filled = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(filled);
}

/** RFC 7636, Appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** An authorization request in order, but for what is given. */
export const authorization = (given: Fields = {}): URLSearchParams =>
  form({
    client_id: 'web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a state & more',
    nonce: 'a nonce',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...given,
  });

/** A token request in order for a code, but for what is given. */
export const redemption = (code: string, given: Fields = {}): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
  ...given,
});

/** How a client proves who it is, in the form. */
export const credentials = (id: ClientId): Fields => ({
  client_id: id,
  client_secret: id === 'native' ? undefined : SECRET,
});

const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** The same by header (RFC 6749 §2.3.1). */
export const basic = (id: string, secret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`,
});
