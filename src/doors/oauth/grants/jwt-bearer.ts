import { Refusals } from '../../../modules/audit/index.ts';
import { OAuthError } from '../errors.ts';
import { requiredParameter } from '../parameters.ts';
import { grantResultOfClient, scopesOfClient } from './client-credentials.ts';
import type { Grant } from './grant.ts';

/**
 * RFC 7523 §2.1: a workload acts as a service account, with an assertion of an issuer that the account trusts. The
 * assertion proves the client, so other authentication is optional (RFC 7521 §4.1). One round trip redeems the assertion.
 */
export const jwtBearer: Grant = {
  required: ['assertion'],
  provesClient: true,
  mayAskFor: scopesOfClient,
  async redeem(request) {
    const { runtime, client, form } = request;
    // Loaded when it is first needed.
    const { workloadFault } = await import('../client-auth/workload-assertions.ts');
    const fault = await workloadFault(runtime, client, requiredParameter(form, 'assertion'));
    if (fault === undefined) return grantResultOfClient(request);
    runtime.get(Refusals).note(request.origin(), {
      action: 'client.authentication_failed',
      subjectType: 'client',
      subjectId: client.id,
      customerId: client.customerId,
      details: { method: 'jwt-bearer' },
    });
    // RFC 7521 §4.1.1
    throw new OAuthError('invalid_grant', fault);
  },
};
