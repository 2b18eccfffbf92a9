import { AUTHZ } from '../../../ground/kernel/access.ts';
import { secondsAfter } from '../../../ground/kernel/clock.ts';
import { newId } from '../../../ground/kernel/ids.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { SupposedSession } from '../../../modules/grants/index.ts';
import { OF_CODE, readSupposedSituation, type LoginClient, type LoginSession } from '../../../modules/logins/index.ts';
import type { PreviewedRequest } from '../../../modules/previews/index.ts';
import type { Attempt, AuthorizationInput } from '../endpoints/authorize/attempt.ts';
import { withDefaults } from '../endpoints/authorize/defaults.ts';
import { attemptOf } from '../endpoints/authorize/pipeline.ts';

/** A request that nobody has sent, in a session that nobody has started. */
export interface SupposedRequest {
  readonly session: SupposedSession;
  readonly attempt: Attempt;
  /** What it asks for. */
  readonly scopes: readonly string[];
}

/** Supposes that the user has signed in now, by password and by a second factor if there is one, and that the client asks. */
export async function supposedRequest(runtime: Runtime, request: PreviewedRequest): Promise<SupposedRequest | null> {
  const { id: userId, customerId } = request.user;
  const now = runtime.clock.now();
  const session = {
    id: newId(now),
    customerId,
    userId,
    amr: ['pwd'],
    authTime: now,
    expiresAt: secondsAfter(now, runtime.settings.sessions.absoluteSeconds),
  };
  const situation = await readSupposedSituation(runtime.db, request.clientId, session);
  if (!situation?.session) return null;
  const amr = [...session.amr, ...factorOf(situation.session)];
  const scopes = request.scopes ?? scopesToAsk(situation.client, request.resource);
  const asked = withDefaults(inputOf(request, situation.client, scopes), situation.client);
  const attempt = await attemptOf(runtime, asked, { ...situation, session: { ...situation.session, amr } });
  return { session: { ...session, amr }, attempt, scopes };
}

/** RFC 8176 names of the second factor that the user would give. A passkey may also be one that is synchronized. */
function factorOf({ factors }: LoginSession): readonly string[] {
  if (factors.includes('totp')) return OF_CODE;
  return factors.length > 0 ? ['hwk', 'user', 'mfa'] : [];
}

/** All that the client may ask for at once: a token is for one API. */
const scopesToAsk = ({ scopes, apis }: LoginClient, resource: string | null): readonly string[] => [
  ...scopes.filter((scope) => scope !== AUTHZ),
  ...(apis?.find(({ identifier }) => identifier === resource)?.given ?? []),
];

function inputOf(
  { clientId, organizationId, resource }: PreviewedRequest,
  { redirectUris }: LoginClient,
  scopes: readonly string[],
): AuthorizationInput {
  const given = {
    client_id: clientId,
    redirect_uri: redirectUris[0],
    response_type: 'code',
    scope: scopes.join(' '),
    organization: organizationId,
    resource,
  };
  const parameters = Object.entries(given).filter((each): each is [string, string] => each[1] != null);
  return { parameters: new Map(parameters), repeated: new Set(), flow: null, pushed: true, signed: true };
}
