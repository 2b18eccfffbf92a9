/** What the service account of the rig asks. */
import { SERVICE } from './nodes.ts';
import type { Asked, Heard, Recorder } from './recorder.ts';

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const tokenRequest = (scope: string): Asked => ({
  method: 'POST',
  path: '/oauth2/token',
  headers: FORM,
  body: new URLSearchParams({ grant_type: 'client_credentials', scope, ...SERVICE }).toString(),
});

export const tokenOf = ({ text }: Heard): string => (JSON.parse(text) as { access_token: string }).access_token;

export const withToken = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Asks while nothing is broken, so there has to be an answer. */
export async function must(recorder: Recorder, kind: string, asked: Asked, expected: number): Promise<Heard> {
  const heard = await recorder.ask(kind, asked, { expected: [expected] });
  if (!heard) throw new Error(`No ${kind}: ${recorder.endings.at(-1)!.detail}`);
  return heard;
}

export const REDIRECT = 'https://rp.example/callback';

/** The application that people sign in to. */
const APPLICATION = {
  client_name: 'An application of the rig',
  client_type: 'public',
  token_endpoint_auth_method: 'none',
  redirect_uris: [REDIRECT],
  scopes: ['openid', 'profile'],
  require_consent: false,
};

/** Makes the application. Gives its id. */
export async function makeApplication(recorder: Recorder): Promise<string> {
  const token = tokenOf(await must(recorder, 'token', tokenRequest('write admin'), 200));
  const body = JSON.stringify(APPLICATION);
  const made = await must(
    recorder,
    'client',
    { method: 'POST', path: '/api/clients', headers: withToken(token), body },
    201,
  );
  return (JSON.parse(made.text) as { client_id: string }).client_id;
}
