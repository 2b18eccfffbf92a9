/**
 * `npm run demo`: starts a temporary server and runs through the main use case with ordinary clients: `fetch` for REST,
 * openid-client for the login, a browser with only cookies and forms for the pages, and the command line for the first
 * password. Prints every request and answer, and fails at the first one that is not as documented. `npm run demo -- <folder>`
 * uses the product in that folder, as the image has it. It then needs DATABASE_URL and SECRET_KEY.
 */
import { deepStrictEqual } from 'node:assert';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import * as openid from 'openid-client';
import { BrowserLite } from '../test/support/browser-lite.ts';

const product = resolve(process.argv[2] ?? '.', 'dist');
const CALLBACK = 'http://127.0.0.1:9/callback';
const EMAIL = 'ada@example.com';
const PASSWORD = 'engine, analytical';
const shown = process.stdout.isTTY
  ? { title: '\u001B[1m', quiet: '\u001B[2m', end: '\u001B[0m' }
  : { title: '', quiet: '', end: '' };

// oxlint-disable-next-line typescript/no-explicit-any -- the demo checks answers by using them
type Answer = Record<string, any>;

const say = (title: string): void => console.log(`\n${shown.title}${title}${shown.end}`);
const detail = (text: string): void => console.log(`${shown.quiet}  ${text}${shown.end}`);

/** Starts the server. Returns its issuer as soon as it listens. */
async function start(env: NodeJS.ProcessEnv): Promise<{ server: ChildProcess; issuer: string }> {
  const server = spawn(process.execPath, [join(product, 'main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.includes('"listening"')) continue;
    server.stdout.resume();
    return { server, issuer: (JSON.parse(line) as { issuer: string }).issuer };
  }
  throw new Error('The server does not start.');
}

async function request(
  method: string,
  url: string,
  status: number,
  token?: string,
  body?: object | URLSearchParams,
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const sent = isForm ? body.toString().replace(/client_secret=[^&]+/, 'client_secret=…') : JSON.stringify(body);
  detail(`→ ${method} ${url}${body ? `  ${sent}` : ''}`);
  const response = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  detail(
    `← ${response.status} ${text.replaceAll(/"((?:access|id|refresh)_token|client_secret)":"[^"]{12}[^"]*"/g, '"$1":"…"')}`,
  );
  deepStrictEqual(response.status, status, `${method} ${url} answered ${response.status}`);
  return text ? (JSON.parse(text) as Answer) : {};
}

/** Runs a command of `guildhall` with the demo's environment. A password goes to standard input. */
async function guildhall(env: NodeJS.ProcessEnv, args: string[], input: string): Promise<void> {
  detail(`$ guildhall ${args.join(' ')}`);
  const child = spawn(process.execPath, [join(product, 'cli.js'), ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  child.stdout.on('data', (chunk: Buffer) => detail(chunk.toString().trim()));
  const [code] = (await once(child, 'close')) as [number];
  deepStrictEqual(code, 0, `guildhall ${args.join(' ')} failed`);
}

async function walk(issuer: string, env: NodeJS.ProcessEnv): Promise<void> {
  say('A service account gets a token');
  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret-of-the-tour',
    scope: 'admin',
  };
  const { access_token: token } = await request(
    'POST',
    `${issuer}/oauth2/token`,
    200,
    undefined,
    new URLSearchParams(form),
  );

  say('It makes a group, a user and an application to sign in to');
  const group = await request('POST', `${issuer}/groups`, 201, token, { name: 'acme_admin', description: 'Runs Acme' });
  const { user } = await request('POST', `${issuer}/api/users`, 201, token, {
    email: EMAIL,
    first_name: 'Ada',
    last_name: 'Lovelace',
  });
  const client = await request('POST', `${issuer}/api/clients`, 201, token, {
    client_name: 'Tour',
    client_type: 'confidential',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email'],
  });
  await guildhall(env, ['user', 'set-password', '--email', EMAIL], `${PASSWORD}\n`);

  say('It puts the user into the group');
  await request('POST', `${issuer}/groups/${group['id']}/members/${user.id}`, 204, token);

  say('The user signs in to the application, an ordinary OpenID Connect client');
  const rp = await openid.discovery(new URL(issuer), client['client_id'], client['client_secret'], undefined, {
    execute: [openid.allowInsecureRequests],
  });
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const address = openid.buildAuthorizationUrl(rp, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const browser = new BrowserLite(issuer);
  detail(`→ GET ${address.href}`);
  await browser.open(address.href);
  detail(`← ${browser.page.status} the login page; the form is filled in and sent`);
  await browser.logIn({ email: EMAIL, password: PASSWORD });
  detail(`← ${browser.page.status} the consent page; "Allow" is pressed`);
  const { url } = await browser.submit({ decision: 'allow' });
  detail(`← 303 ${url.replace(/code=[^&]+/, 'code=…')}`);
  const tokens = await openid.authorizationCodeGrant(rp, new URL(url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  });
  detail(`← 200 the tokens; the ID token says ${JSON.stringify(tokens.claims())}`);
  const { sub } = tokens.claims()!;

  const groupsNow = async (expected: string[]): Promise<void> => {
    detail(`→ GET ${issuer}/oauth2/userinfo`);
    const info = await openid.fetchUserInfo(rp, tokens.access_token, sub);
    detail(`← 200 ${JSON.stringify(info)}`);
    deepStrictEqual(info['groups'], expected);
  };

  say('The group shows in what the application learns of the user');
  await groupsNow(['acme_admin']);

  say('The user leaves the group, and the very next answer knows');
  await request('DELETE', `${issuer}/groups/${group['id']}/members/${user.id}`, 204, token);
  await groupsNow([]);

  say('And joins again');
  await request('POST', `${issuer}/groups/${group['id']}/members/${user.id}`, 204, token);
  await groupsNow(['acme_admin']);

  say('The user is deleted: the token is worth nothing any more');
  await request('DELETE', `${issuer}/api/users/${user.id}`, 200, token);
  await request('GET', `${issuer}/oauth2/userinfo`, 401, tokens.access_token);
}

const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-demo-'));
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  NODE_ENV: 'development',
  BOOTSTRAP_CLIENT_ID: 'demo',
  BOOTSTRAP_CLIENT_SECRET: 'demo-secret-of-the-tour',
};
say('A server starts on an empty folder, for this tour only');
const { server, issuer } = await start(env);
try {
  await walk(issuer, env);
  say('Everything was as documented.');
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}
