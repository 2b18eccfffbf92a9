import { anonymous } from '../../../../ground/kernel/access.ts';
import { RequestContext, type Origin } from '../../../../ground/kernel/context.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../../modules/clients/index.ts';
import { DeviceAuthorizationService, type DeviceAuthorization } from '../../../../modules/devices/index.ts';
import { askedDetails } from '../../authorization-details.ts';
import { OAuthError } from '../../errors.ts';
import type { AuthorizationInput } from './attempt.ts';
import { BETWEEN_RESOURCES, grantedResources } from './checks/resource.check.ts';
import { grantedScopes } from './checks/scope.check.ts';
import { withDefaults } from './defaults.ts';
import { Flows } from './flow.ts';
import { refuseDevice } from './pipeline.ts';
import { errorOfStop } from './push.ts';
import { findSituation } from './situation.ts';

/** What a device asks for. */
export type DeviceRequest = Readonly<Record<'scopes' | 'resources', readonly string[]>> &
  Pick<DeviceAuthorization, 'clientId' | 'organization' | 'acrValues' | 'maxAge' | 'claims' | 'authorizationDetails'>;

/** The authorization request that a device's request amounts to. */
export function requestOfDevice({ clientId, scopes, resources, ...asked }: DeviceRequest): Map<string, string> {
  const { organization, acrValues, maxAge, claims, authorizationDetails: details } = asked;
  const optional = { organization, acr_values: acrValues, max_age: maxAge, claims, authorization_details: details };
  return new Map([
    ['client_id', clientId],
    ['scope', scopes.join(' ')],
    ...(resources.length > 0 ? [['resource', resources.join(BETWEEN_RESOURCES)] as const] : []),
    ...Object.entries(optional).flatMap(([name, value]) => (value == null ? [] : [[name, value] as const])),
  ]);
}

/**
 * Stores the request of a device of an authenticated client, and returns its codes (RFC 8628 §3.2). A request that would be
 * refused for every user is refused here, with an OAuthError. Other parameters are ignored.
 */
export async function requestDevice(
  runtime: Runtime,
  { id: clientId, customerId }: ClientRegistration,
  given: Pick<AuthorizationInput, 'parameters' | 'repeated'>,
  origin: Origin,
): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  const situation = await findSituation(runtime, clientId, undefined);
  if (!situation) throw new OAuthError('invalid_client', 'The client no longer exists.');
  const { client } = situation;
  const input = withDefaults({ ...given, flow: null, pushed: false }, client);
  const { parameters } = input;
  const stop = await refuseDevice(runtime, input, situation);
  if (stop) throw errorOfStop(stop);
  const { details } = askedDetails(runtime.settings, client, parameters.get('authorization_details'));
  const scopes = grantedScopes({ parameters, client, session: null });
  const resources = grantedResources({ parameters, client, details });
  const valueOf = (name: string): string | null => parameters.get(name) ?? null;
  const asked: DeviceRequest = {
    clientId,
    scopes,
    resources,
    organization: valueOf('organization'),
    acrValues: valueOf('acr_values'),
    maxAge: valueOf('max_age'),
    claims: valueOf('claims'),
    authorizationDetails: details.length > 0 ? JSON.stringify(details) : null,
  };
  if (!runtime.get(Flows).fits(requestOfDevice(asked)))
    throw new OAuthError('invalid_request', 'The request is too long.', { status: 413 });
  const devices = new RequestContext(runtime, anonymous, origin).get(DeviceAuthorizationService);
  return devices.create({ ...asked, customerId, scopes, resources });
}
