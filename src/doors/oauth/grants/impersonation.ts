import { expandScopes, USER_SCOPES } from '../../../ground/kernel/access.ts';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import { RequestContext } from '../../../ground/kernel/context.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { Refusals } from '../../../modules/audit/index.ts';
import { IMPERSONATION_SECONDS, ImpersonationService } from '../../../modules/impersonations/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { detailsNotAuthorized } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { parameter, requiredParameter } from '../parameters.ts';
import { onlyAllowed } from '../scopes.ts';
import type { AccessTokenClaims, UserTokenClaims } from '../tokens/access-token.ts';
import { viewerOf } from '../tokens/authenticate.ts';
import type { GrantResult, TokenRequest } from './grant.ts';

/**
 * An administrator acts as a user: the token is the administrator's own, for this server, with the scope `admin`, and
 * `requested_subject` is the user. The new token is the user's, without any scope to administer, and says who acts.
 */
export async function impersonate(request: TokenRequest, subject: AccessTokenClaims): Promise<GrantResult> {
  const { runtime, form, now, origin } = request;
  if (!isAdministrators(request, subject)) throw refused();
  // The user has allowed them to the client, and not to the administrator.
  if (request.details) throw detailsNotAuthorized();
  const viewer = await viewerOf(runtime, subject).catch((fault: unknown) => {
    throw fault instanceof AppError && fault.kind === 'unauthenticated' ? refused() : fault;
  });
  const [scopes, resources] = [scopesOf(request), (request.resources ?? []).toSorted()];
  const { gid: parentId, client_id: clientId } = subject;
  const wish = { userId: requiredParameter(form, 'requested_subject'), parentId, clientId, scopes, resources };
  try {
    const view = await runtime.get(Subjects).of(request.client);
    const login = await new RequestContext(runtime, viewer, origin()).get(ImpersonationService).start(wish);
    return {
      scopes,
      resources,
      details: [],
      login: { ...login, nonce: null, groups: null, refreshToken: null },
      exchange: {
        expiresAt: Math.min(subject.exp, epochSeconds(now) + IMPERSONATION_SECONDS),
        act: { sub: view.sub(subject.sub) },
      },
    };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.kind !== 'forbidden') throw fault;
    runtime.get(Refusals).forbidden(origin(), viewer, 'impersonation', fault.code);
    // RFC 6749 §5.2: the token endpoint has 400 for it, other doors have 403.
    throw new OAuthError('access_denied', fault.message, { status: 400, reason: fault.code });
  }
}

/** Whether the token is the client's own, of an administrator in person, and good for administering here. */
function isAdministrators(
  { runtime, client, form }: TokenRequest,
  subject: AccessTokenClaims,
): subject is UserTokenClaims {
  // One acts as a user in one's own name: not through another client, not for somebody else, and not in turn.
  const inPerson = subject.sid !== undefined && subject.client_id === client.id && subject.act === undefined;
  const isForThisServer = [subject.aud].flat().includes(runtime.settings.server.baseUrl);
  return (
    inPerson &&
    isForThisServer &&
    parameter(form, 'actor_token') === undefined &&
    expandScopes(subject.scope.split(' ')).has('admin')
  );
}

/** The scopes of the new token: those of users that the client has, but for offline use. */
function scopesOf({ client, scopes }: TokenRequest): readonly string[] {
  const allowed = new Set<string>(USER_SCOPES)
    .difference(new Set(['offline_access']))
    .intersection(new Set(client.scopes));
  return onlyAllowed(scopes ?? [...allowed], allowed).toSorted();
}

const refused = (): OAuthError =>
  new OAuthError(
    'invalid_request',
    'requested_subject needs, as the subject_token, an access token of an administrator in person, with the scope admin, for this server and this client.',
  );
