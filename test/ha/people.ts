/** People sign in, and an application redeems their codes: what may be used once only. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserLite } from '../support/browser-lite.ts';
import { ADMIN } from './nodes.ts';
import type { Asked, Heard, Recorder } from './recorder.ts';
import { FORM, REDIRECT } from './service.ts';

// RFC 7636, Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** How often a code is presented, whatever comes of it. */
const PRESENTED = 3;

/** What came of things that work once. */
export interface Used {
  once: number;
  /** More than once. */
  again: number;
}

interface Person {
  /** The address of the balancer, which is the issuer. */
  readonly site: string;
  readonly clientId: string;
  readonly used: Used;
  readonly ended: AbortSignal;
  readonly pauseMs: number;
}

/** Signs in by password, then gets codes in this session. Each code is redeemed, and presented twice more. */
export async function live(recorder: Recorder, person: Person): Promise<void> {
  const { site, clientId, used, ended, pauseMs } = person;
  let cookie: string | undefined;
  for (let turn = 0; !ended.aborted; turn += 1) {
    if (turn % 10 === 0 || cookie === undefined) cookie = await logIn(recorder, site);
    else {
      const code = await authorize(recorder, clientId, cookie);
      if (code !== null) await redeem(recorder, clientId, code, used);
    }
    await sleep(pauseMs);
  }
}

/** A code for the application, in a session; null if there is none. */
export async function authorize(recorder: Recorder, clientId: string, cookie: string): Promise<string | null> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const asked = { method: 'GET', path: `/oauth2/authorize?${query}`, headers: { cookie } };
  const heard = await recorder.ask('authorize', asked, { expected: [303] });
  return heard ? new URL(heard.headers.location ?? '', REDIRECT).searchParams.get('code') : null;
}

/** The cookies of a new session; undefined if the login did not succeed. */
export async function logIn(recorder: Recorder, site: string): Promise<string | undefined> {
  const shown = await recorder.ask('login page', { method: 'GET', path: '/login' });
  if (!shown) return undefined;
  const browser = new BrowserLite(site);
  browser.page = { url: `${site}/login`, status: 200, headers: new Headers(), html: shown.text };
  const { action, values } = browser.form();
  for (const [name, value] of Object.entries(ADMIN)) values.set(name, value);
  const cookies = cookiesOf(shown);
  const answer = await recorder.ask(
    'login',
    { method: 'POST', path: action, headers: { ...FORM, cookie: cookies.join('; ') }, body: values.toString() },
    { expected: [303] },
  );
  return answer && [...cookies, ...cookiesOf(answer)].join('; ');
}

const cookiesOf = ({ headers }: Heard): string[] =>
  (headers['set-cookie'] ?? []).flatMap((line) => (/max-age=0/i.test(line) ? [] : [line.split(';')[0]!]));

export const codeRequest = (clientId: string, code: string): Asked => ({
  method: 'POST',
  path: '/oauth2/token',
  headers: FORM,
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code,
    code_verifier: VERIFIER,
  }).toString(),
});

/** Presents a code several times: when an answer is lost, an application tries again, and so does whoever stole it. */
async function redeem(recorder: Recorder, clientId: string, code: string, used: Used): Promise<void> {
  let tokens = 0;
  for (let time = 0; time < PRESENTED; time += 1) {
    // A code that was used is refused with 400.
    const heard = await recorder.ask('code', codeRequest(clientId, code), { expected: [200, 400] });
    if (heard?.status === 200) tokens += 1;
  }
  if (tokens === 1) used.once += 1;
  if (tokens > 1) used.again += 1;
}
