import { readFormText } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import { Site } from '../../../ground/http/site.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { DEVICE_CODE_SECONDS, POLL_SECONDS } from '../../../modules/devices/index.ts';
import { authenticateClient } from '../client-auth/authenticate-client.ts';
import { countStored } from '../client-auth/client-use.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { readParameters, requestDevice } from './authorize/index.ts';

/**
 * `POST /oauth2/device_authorization` (RFC 8628 §3.1): a device gets a code to poll with, and a code for its user to enter at
 * `/device`.
 */
export function deviceAuthorizationEndpoint(runtime: Runtime): Handler {
  const verificationUri = `${runtime.get(Site).issuer}/device`;
  return endpoint(runtime, async (request, response) => {
    const asked = readParameters(await readFormText(request));
    const [twice] = asked.repeated;
    if (twice !== undefined) throw new OAuthError('invalid_request', `${twice} is given more than once.`);
    const client = await authenticateClient(runtime, request, asked.parameters);
    const origin = originOf(request);
    await countStored(runtime, client, origin, 'device');
    const { deviceCode, userCode } = await requestDevice(runtime, client, asked, origin);
    answer(response, 200, {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: POLL_SECONDS,
    });
  });
}
