/** Relying parties and APIs, which verify tokens by themselves and ask about them at another node than the one that gave them. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';
import { SERVICE } from './nodes.ts';
import { authorize, codeRequest, logIn } from './people.ts';
import type { Recorder } from './recorder.ts';
import { FORM, tokenOf, tokenRequest, withToken } from './service.ts';

/** How one learns the keys, by the name that it has in the records. */
export type Verifiers = ReadonlyMap<string, JWTVerifyGetKey>;

/** One by the defaults of jose, and one that reads the key set only when it meets a key that it does not know. */
export function verifiersAt(address: string): Verifiers {
  const url = new URL('/oauth2/jwks', address);
  let known = createLocalJWKSet({ keys: [] });
  const lazy: JWTVerifyGetKey = async (header, token) => {
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      known = createLocalJWKSet((await (await fetch(url)).json()) as JSONWebKeySet);
      return known(header, token);
    }
  };
  return new Map<string, JWTVerifyGetKey>([
    ['createRemoteJWKSet', createRemoteJWKSet(url)],
    ['keys read when unknown', lazy],
  ]);
}

export interface Party {
  /** The node that gives tokens. */
  readonly giver: Recorder;
  /** The node that is asked about them. */
  readonly other: Recorder;
  readonly verifiers: Verifiers;
  readonly issuer: string;
  readonly clientId: string;
  readonly ended: AbortSignal;
  /** How many verifications there were, by the key's id. */
  readonly verified: Map<string, number>;
}

const PAUSE_MS = 40;

/** An API: its callers have a service account's token, which it verifies and introspects. */
export async function serve(party: Party): Promise<void> {
  while (!party.ended.aborted) {
    await callApi(party);
    await sleep(PAUSE_MS);
  }
}

/** Gets a token, and has it verified. */
export async function callApi(party: Party): Promise<void> {
  const { giver, other } = party;
  const given = await giver.ask('token', tokenRequest('read'));
  if (!given) return;
  const token = tokenOf(given);
  await verify(party, 'access token', token);
  await introspect(other, token);
  await other.ask('read', { method: 'GET', path: '/groups?limit=1', headers: withToken(token) });
}

/** An application: people sign in to it, and it verifies the ID token and calls userinfo. */
export async function signIn(party: Party): Promise<void> {
  const { giver, other, clientId, ended } = party;
  let cookie: string | undefined;
  while (!ended.aborted) {
    cookie ??= await logIn(giver, party.issuer);
    const code = cookie && (await authorize(giver, clientId, cookie));
    const given = code && (await giver.ask('code', codeRequest(clientId, code)));
    if (given) {
      const { id_token: idToken } = JSON.parse(given.text) as { id_token: string };
      const token = tokenOf(given);
      await verify(party, 'ID token', idToken);
      await verify(party, 'access token', token);
      await introspect(other, token);
      await other.ask('userinfo', { method: 'GET', path: '/oauth2/userinfo', headers: withToken(token) });
    }
    await sleep(PAUSE_MS);
  }
}

/** Verifies a token in both ways. A token that does not verify is wrong. */
async function verify({ other, verifiers, issuer, verified }: Party, kind: string, token: string): Promise<void> {
  for (const [name, keys] of verifiers) {
    try {
      const { protectedHeader } = await jwtVerify(token, keys, { issuer });
      const kid = protectedHeader.kid!;
      verified.set(kid, (verified.get(kid) ?? 0) + 1);
    } catch (error) {
      other.find(`${kind}, ${name}`, (error as Error).message);
    }
  }
}

/** Asks whether a token is good. It must be. */
async function introspect(recorder: Recorder, token: string): Promise<void> {
  const body = new URLSearchParams({ ...SERVICE, token }).toString();
  const heard = await recorder.ask('introspection', {
    method: 'POST',
    path: '/oauth2/introspect',
    headers: FORM,
    body,
  });
  if (heard && !(JSON.parse(heard.text) as { active: boolean }).active) recorder.find('introspection', 'inactive');
}
