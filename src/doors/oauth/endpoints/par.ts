import { AppError } from '../../../ground/kernel/errors.ts';
import { readFormText } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { authenticateClient } from '../client-auth/authenticate-client.ts';
import { countStored } from '../client-auth/client-use.ts';
import { beforeClient } from '../cors.ts';
import { proofOf, redeemed, redeemProof } from '../dpop/token-request.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { pushRequest, readParameters } from './authorize/index.ts';

/** `POST /oauth2/par` (RFC 9126 §2): a client pushes an authorization request, and gets a one-time reference to it. */
export function parEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const asked = readParameters(await readFormText(request).catch(tooLarge));
    const [twice] = asked.repeated;
    if (twice !== undefined) throw new OAuthError('invalid_request', `${twice} is given more than once.`);
    const proof = await beforeClient(runtime, request, () => proofOf(runtime, request));
    const client = redeemed(await authenticateClient(runtime, request, asked.parameters, proof));
    await countStored(runtime, client, originOf(request), 'push');
    await redeemProof(runtime, client, proof);
    const { requestUri, expiresIn } = await pushRequest(runtime, client, asked, proof && proof.jkt);
    answer(response, 201, { request_uri: requestUri, expires_in: expiresIn });
  });
}

function tooLarge(fault: unknown): never {
  // RFC 9126 §2.3
  if (fault instanceof AppError && fault.code === 'BODY_TOO_LARGE')
    throw new OAuthError('invalid_request', fault.message, { status: 413 });
  throw fault;
}
