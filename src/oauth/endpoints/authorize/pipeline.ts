import type { Runtime } from '../../../kernel/runtime.ts';
import { digest } from '../../../kernel/secret.ts';
import { idleSince, issueCode } from '../../../modules/sessions/index.ts';
import { readIdTokenHint } from '../../tokens/id-token-hint.ts';
import type { Attempt, Check, Stop } from './attempt.ts';
import { checkAcr } from './checks/acr.check.ts';
import { checkClaims } from './checks/claims.check.ts';
import { checkConsent } from './checks/consent.check.ts';
import { checkIdTokenHint } from './checks/id-token-hint.check.ts';
import { checkLogin } from './checks/login.check.ts';
import { checkMaxAge } from './checks/max-age.check.ts';
import { checkParameters } from './checks/parameters.check.ts';
import { checkPkce } from './checks/pkce.check.ts';
import { checkPrompt } from './checks/prompt.check.ts';
import { checkRedirectUri } from './checks/redirect-uri.check.ts';
import { checkRequestObject } from './checks/request-object.check.ts';
import { checkResource, grantedResources } from './checks/resource.check.ts';
import { checkResponseMode } from './checks/response-mode.check.ts';
import { checkResponseType } from './checks/response-type.check.ts';
import { grantedScopes, checkScope } from './checks/scope.check.ts';
import { readSituation, situationOf, type Client, type Situation } from './situation.sql.ts';

/** Everything a code depends on, in this order. Only the first may, and must, come before a redirect is safe. */
const checks: readonly Check[] = [
  checkRedirectUri,
  checkParameters,
  checkRequestObject,
  checkResponseType,
  checkResponseMode,
  checkScope,
  checkResource,
  checkPkce,
  checkPrompt,
  checkMaxAge,
  checkClaims,
  checkIdTokenHint,
  checkLogin,
  checkAcr,
  checkConsent,
];

/** How a request ends: stopped, with who is to be told, or with a code. */
export type Outcome = Stop | { readonly kind: 'code'; readonly code: string };

/** A request as it came, before anything is known of its client. */
export type Asked = Pick<Attempt, 'parameters' | 'repeated' | 'flow'>;

/** What becomes of a request, and of which one. */
export interface Decision {
  readonly asked: Asked;
  /** Null where it is not known, and then the outcome is a page. */
  readonly client: Client | null;
  readonly outcome: Outcome;
}

/** Runs the checks over a request of the browser with this session secret: one read, and one write where they all pass. */
export async function authorize(runtime: Runtime, asked: Asked, secret: string | undefined): Promise<Decision> {
  const { parameters, repeated } = asked;
  const nobody = (detail: string): Decision => ({ asked, client: null, outcome: { kind: 'page', detail } });
  if (repeated.has('client_id')) return nobody('invalid_request: client_id is given more than once');
  const situation = await findSituation(runtime, parameters.get('client_id'), secret);
  if (!situation) return nobody('invalid_request: client_id is missing or unknown');
  const hintedUserId = await readHint(runtime, asked, situation.client);
  const outcome = await decide(runtime, { ...asked, ...situation, hintedUserId, now: runtime.clock.now() });
  return { asked, client: situation.client, outcome };
}

/** The client of this id, and what it and this browser's user have with each other. */
export async function findSituation(
  { db, clock, settings }: Runtime,
  clientId: string | undefined,
  secret: string | undefined,
): Promise<Situation | null> {
  if (clientId === undefined || clientId.includes('\0')) return null;
  const now = clock.now();
  const values = [clientId, secret ? digest(secret) : null, now, idleSince(now, settings.sessions)];
  const row = await db.first(situationOf, values);
  return row ? readSituation(row) : null;
}

async function readHint(runtime: Runtime, { parameters }: Asked, client: Client): Promise<string | null | undefined> {
  const token = parameters.get('id_token_hint');
  if (token === undefined) return undefined;
  const hint = await readIdTokenHint(runtime, token);
  return hint?.clientId === client.id ? hint.userId : null;
}

async function decide(runtime: Runtime, attempt: Attempt): Promise<Outcome> {
  for (const check of checks) {
    const stop = check(attempt);
    if (stop) return stop;
  }
  const code = await issue(runtime, attempt);
  // The session ended between the look and the write: as far as this request goes, nobody is signed in.
  return code === null ? decide(runtime, { ...attempt, session: null, consent: null }) : { kind: 'code', code };
}

async function issue(runtime: Runtime, attempt: Attempt): Promise<string | null> {
  const { parameters, client, session } = attempt;
  const redirectUri = parameters.get('redirect_uri');
  if (!session || redirectUri === undefined) throw new Error('The checks let a request pass that cannot be answered.');
  return issueCode(runtime, {
    customerId: client.customerId,
    userId: session.userId,
    sessionId: session.id,
    clientId: client.id,
    scopes: grantedScopes(attempt),
    resources: grantedResources(attempt),
    redirectUri,
    codeChallenge: parameters.get('code_challenge') ?? null,
    nonce: parameters.get('nonce') ?? null,
  });
}
