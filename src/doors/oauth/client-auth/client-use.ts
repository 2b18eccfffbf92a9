import { anonymous } from '../../../ground/kernel/access.ts';
import { RequestContext, type Origin } from '../../../ground/kernel/context.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { SharedRates, Throttle } from '../../../modules/throttle/index.ts';

/**
 * Counts a request that is stored: for a public client by the address, and for any other by the client. One that an
 * administrator made may store a lot. Throws `rate_limited` if there were too many.
 */
export async function countStored(
  runtime: Runtime,
  { id, type, ownerId, source }: ClientRegistration,
  origin: Origin,
  kind: 'push' | 'device',
): Promise<void> {
  const isTrusted = ownerId === null && source === 'created';
  if (type === 'confidential' && isTrusted) return runtime.get(SharedRates).use(kind, id);
  const throttle = new RequestContext(runtime, anonymous, origin).get(Throttle);
  if (type === 'public') await throttle.use(kind);
  else await throttle.use(`${kind}OfClient`, { account: id });
}
