import { secondsAfter } from '../../../kernel/clock.ts';
import type { Runtime } from '../../../kernel/runtime.ts';
import { digest, newSecret } from '../../../kernel/secret.ts';
import { insertPushedRequest } from '../../../modules/clients/index.ts';
import { idleSince } from '../../../modules/sessions/index.ts';
import { emailKey } from '../../../modules/users/index.ts';
import type { Asked, Parameters } from './attempt.ts';
import {
  candidateOf,
  pushedSituationOf,
  readCandidate,
  readSituation,
  situationOf,
  type Client,
  type Situation,
} from './situation.sql.ts';

/** RFC 9126 §2.2 */
const REFERENCE = 'urn:ietf:params:oauth:request_uri:';

/** RFC 9126 §2.2: long enough for the browser to come with it, and no longer. */
const PUSHED_SECONDS = 90;

/** The client of this id, and what it and this browser's user have with each other. */
export async function findSituation(
  runtime: Runtime,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<Situation | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const row = await runtime.db.first(situationOf, [clientId, ...around(runtime, secret)]);
  return row ? admitted(runtime, readSituation(row)) : null;
}

/** The client of this id, and its customer's user with this address, who is about to sign in to it. */
export async function findCandidate(
  runtime: Runtime,
  clientId: string | undefined,
  email: string,
): Promise<ReturnType<typeof readCandidate> | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const row = await runtime.db.first(candidateOf, [clientId, emailKey(email)]);
  const found = row && readCandidate(row);
  return found && admitted(runtime, found.situation) ? found : null;
}

/** The situation, unless its client is a member's own where there are to be none. */
const admitted = ({ settings }: Runtime, situation: Situation): Situation | null =>
  situation.client.registeredBy !== null && settings.clients.ofMembers === 'off' ? null : situation;

/** Whether a `request_uri` refers to a request that was pushed. */
export const isReference = (requestUri: string | undefined): boolean => requestUri?.startsWith(REFERENCE) ?? false;

/** Keeps a request of the client for a while, and gives what refers to it: 256 random bits, of which a hash is stored. */
export async function keepPushed(
  { db, clock }: Runtime,
  client: Pick<Client, 'id' | 'customerId'>,
  parameters: Parameters,
): Promise<{ readonly requestUri: string; readonly expiresIn: number }> {
  const requestUri = newSecret(REFERENCE);
  const text = new URLSearchParams([...parameters]).toString();
  const end = secondsAfter(clock.now(), PUSHED_SECONDS);
  await db.rows(insertPushedRequest, [digest(requestUri), client.customerId, client.id, text, end]);
  return { requestUri, expiresIn: PUSHED_SECONDS };
}

/** Uses up a request that was pushed, by one statement, and finds the situation in it; null where there is none to use. */
export async function takePushed(
  runtime: Runtime,
  { clientId, reference = '' }: { readonly clientId: string | undefined; readonly reference: string | undefined },
  secret: string | undefined,
): Promise<{ readonly asked: Asked; readonly situation: Situation } | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const values = [clientId, ...around(runtime, secret), digest(reference)];
  const row = await runtime.db.first(pushedSituationOf, values);
  if (!row) return null;
  const { parameters, ...found } = row;
  const situation = admitted(runtime, readSituation(found));
  const asked = {
    parameters: new Map(new URLSearchParams(parameters)),
    repeated: new Set<string>(),
    flow: null,
    pushed: true,
  };
  return situation && { asked, situation };
}

function around({ clock, settings }: Runtime, secret: string | undefined): unknown[] {
  const now = clock.now();
  return [secret ? digest(secret) : null, now, idleSince(now, settings.sessions)];
}
