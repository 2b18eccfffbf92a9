import { epochSeconds, secondsAfter } from '../../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { Keyring } from '../../../../modules/keys/index.ts';
import type { LoginClient } from '../../../../modules/logins/index.ts';
import { TOKEN_TYPES } from '../../vocabulary.ts';
import { answerOf } from './answer.ts';
import type { AuthorizationInput } from './attempt.ts';
import { deliveryOf } from './checks/response-mode.check.ts';

/** A code lasts a minute, and the clocks of clients differ. JARM §2.1 recommends no more than this. */
const SIGNED_SECONDS = 600;

/**
 * What the client gets: the answer with what every answer has. If the response mode says so, all of it is in a token for this
 * client alone (JARM §2.1).
 */
export async function answerFields(
  runtime: Runtime,
  asked: Pick<AuthorizationInput, 'parameters' | 'repeated'>,
  client: Pick<LoginClient, 'id' | 'authorizationSignedResponseAlg'>,
  answer: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const fields = answerOf(asked, runtime.settings.server.baseUrl, answer);
  if (!deliveryOf(asked).isSigned) return fields;
  const exp = epochSeconds(secondsAfter(runtime.clock.now(), SIGNED_SECONDS));
  const claims = { ...fields, aud: client.id, exp };
  const algorithm = client.authorizationSignedResponseAlg;
  return { response: await runtime.get(Keyring).sign(algorithm, TOKEN_TYPES.authorization, claims) };
}
