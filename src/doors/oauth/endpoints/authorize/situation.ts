import { identify } from '../../../../ground/kernel/activity.ts';
import { secondsAfter } from '../../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../../../ground/kernel/secret.ts';
import { insertPushedRequest } from '../../../../modules/clients/index.ts';
import {
  candidateOf,
  passkeyCandidateOf,
  pushedSituationOf,
  readCandidate,
  readPasskeyCandidate,
  readSituation,
  situationOf,
  type LoginClient,
  type Situation,
} from '../../../../modules/logins/index.ts';
import { mayAct } from '../../../../modules/registrations/index.ts';
import { idleSince } from '../../../../modules/sessions/index.ts';
import { emailKey } from '../../../../modules/users/index.ts';
import type { AuthorizationInput } from './attempt.ts';
import type { Parameters } from './parameters.ts';

/** RFC 9126 §2.2 */
const REFERENCE = 'urn:ietf:params:oauth:request_uri:';

/** RFC 9126 §2.2: long enough for the browser to use it. */
const PUSHED_SECONDS = 90;

/** The client, this browser's session with the client's customer, and the user's consent. */
export async function findSituation(
  runtime: Runtime,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<Situation | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const row = await runtime.db.first(situationOf, { clientId, ...browserOf(runtime, secret) });
  return row ? admitted(runtime, readSituation(row)) : null;
}

/** The client, and the customer's user with this email address, for a login. */
export async function findCandidate(
  runtime: Runtime,
  clientId: string | undefined,
  email: string,
): Promise<ReturnType<typeof readCandidate> | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const row = await runtime.db.first(candidateOf, { clientId, emailKey: emailKey(email) });
  const found = row && readCandidate(row);
  return found && admitted(runtime, found.situation) ? found : null;
}

/** The same for the user of the passkey with this id. */
export async function findPasskeyCandidate(
  runtime: Runtime,
  clientId: string | undefined,
  credentialId: Buffer,
): Promise<ReturnType<typeof readPasskeyCandidate> | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const row = await runtime.db.first(passkeyCandidateOf, { clientId, credentialId });
  const found = row && readPasskeyCandidate(row);
  return found && admitted(runtime, found.situation) ? found : null;
}

/** The situation, which the request is about from now on; null for a client that may not act. */
function admitted(runtime: Runtime, situation: Situation): Situation | null {
  const { client, session } = situation;
  identify({ customerId: client.customerId, clientId: client.id, userId: session?.userId });
  return mayAct(runtime, client) ? situation : null;
}

/** Whether a `request_uri` refers to a pushed request. */
export const isReference = (requestUri: string | undefined): boolean => requestUri?.startsWith(REFERENCE) ?? false;

/** Stores a request of the client and returns its reference: 256 random bits, of which only the hash is stored. */
export async function storePushed(
  { db, clock }: Runtime,
  client: Pick<LoginClient, 'id' | 'customerId' | 'fapi2'>,
  parameters: Parameters,
): Promise<{ readonly requestUri: string; readonly expiresIn: number }> {
  const requestUri = newSecretOf(client.customerId, REFERENCE);
  await db.rows(insertPushedRequest, {
    referenceHash: digest(requestUri),
    customerId: client.customerId,
    clientId: client.id,
    parameters: new URLSearchParams([...parameters]).toString(),
    expiresAt: secondsAfter(clock.now(), PUSHED_SECONDS),
    // FAPI 2.0 §5.3.2.2: a user may reload the page that the request leads to.
    isReusable: client.fapi2,
  });
  return { requestUri, expiresIn: PUSHED_SECONDS };
}

/** Redeems a pushed request and finds its situation, in one statement; null if there is no such request. */
export async function takePushed(
  runtime: Runtime,
  { clientId, reference = '' }: { readonly clientId: string | undefined; readonly reference: string | undefined },
  secret: string | undefined,
): Promise<{ readonly asked: AuthorizationInput; readonly situation: Situation } | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const values = { clientId, ...browserOf(runtime, secret), referenceHash: digest(reference) };
  const row = await runtime.db.first(pushedSituationOf, values);
  if (!row) return null;
  const { parameters, isReusable, ...found } = row;
  const situation = admitted(runtime, readSituation(found));
  const asked = {
    parameters: new Map(new URLSearchParams(parameters)),
    repeated: new Set<string>(),
    flow: null,
    pushed: true,
    ...(isReusable && { reference }),
    // Checked when it was pushed.
    signed: true,
  };
  return situation && { asked, situation };
}

/** The parameters of the statements that say which browser asks, and when. */
function browserOf({ clock, settings }: Runtime, secret: string | undefined) {
  const now = clock.now();
  return { secretHash: secret ? digest(secret) : null, now, idleSince: idleSince(now, settings.sessions) };
}
