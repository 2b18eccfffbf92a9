import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { DEVICE_CODE } from '../../../modules/clients/index.ts';
import { requiresVerifiedEmail } from '../../../modules/logins/index.ts';
import type { Obstacle, PreviewedRequest } from '../../../modules/previews/index.ts';
import { mayAct } from '../../../modules/registrations/index.ts';
import type { Attempt, Check } from '../endpoints/authorize/attempt.ts';
import { checkAcr } from '../endpoints/authorize/checks/acr.check.ts';
import { checkConsent } from '../endpoints/authorize/checks/consent.check.ts';
import { checkFactor } from '../endpoints/authorize/checks/factor.check.ts';
import { checkOrganization, checkOrganizationParameter } from '../endpoints/authorize/checks/organization.check.ts';
import { checkResource } from '../endpoints/authorize/checks/resource.check.ts';
import { checkScope } from '../endpoints/authorize/checks/scope.check.ts';
import { withoutDeclined } from '../endpoints/authorize/declined.ts';

type Kind = Obstacle['kind'];

/** The checks of a request that depend on what it asks for, and those of its user, with what it means that they stop it. */
const CHECKS: readonly { readonly check: Check; readonly refuses: Kind; readonly asks: Kind }[] = [
  { check: checkScope, refuses: 'scope', asks: 'scope' },
  { check: checkResource, refuses: 'resource', asks: 'resource' },
  { check: checkOrganizationParameter, refuses: 'organization_scope', asks: 'organization_scope' },
  { check: checkFactor, refuses: 'second_factor_setup', asks: 'second_factor_setup' },
  { check: checkAcr, refuses: 'level', asks: 'level' },
  { check: checkOrganization, refuses: 'not_in_organization', asks: 'organization_choice' },
  { check: checkConsent, refuses: 'consent', asks: 'consent' },
];

/** The grant type by which the client signs users in; null if it does not. */
export const signInOf = ({ client }: Pick<Attempt, 'client'>): 'authorization_code' | typeof DEVICE_CODE | null =>
  (['authorization_code', DEVICE_CODE] as const).find((type) => client.grantTypes.includes(type)) ?? null;

/** What stands between the user and the tokens, in the order in which a sign-in meets it. */
export function obstaclesOf(runtime: Runtime, { user }: PreviewedRequest, attempt: Attempt): readonly Obstacle[] {
  const { client, session } = attempt;
  const signIn = signInOf(attempt);
  const final = (kind: Kind, isThere: boolean): Obstacle[] => (isThere ? [{ kind, isFinal: true }] : []);
  const asked = (kind: Kind, isThere: boolean): Obstacle[] => (isThere ? [{ kind, isFinal: false }] : []);
  const stops = CHECKS.flatMap(({ check, refuses, asks }): Obstacle[] => {
    const stop = check(withoutDeclined(attempt));
    if (!stop) return [];
    return stop.kind === 'ask' ? asked(asks, true) : final(refuses, true);
  });
  const isAskedForDevice = signIn === DEVICE_CODE && !stops.some(({ kind }) => kind === 'consent');
  return [
    ...final('user_disabled', !user.isActive),
    ...final('client_disabled', !mayAct(runtime, client)),
    ...final('no_sign_in', signIn === null),
    ...final('email_unverified', !user.emailVerified && requiresVerifiedEmail(runtime.settings)),
    ...asked('second_factor', session !== null && session.factors.length > 0),
    ...stops,
    // A device shows nobody, so that its user is always asked.
    ...asked('consent', isAskedForDevice),
  ];
}
