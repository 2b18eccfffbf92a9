import type { RequestContext } from '../../../ground/kernel/context.ts';
import { DeviceAuthorizationService } from '../../../modules/devices/index.ts';
import { deviceOf, Locations } from '../../../modules/sessions/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';
import type { ConsentContext, Language } from '../../../views/index.ts';

/** What the consent page shows of a device; null if its request has ended meanwhile. */
export async function deviceShown(
  ctx: RequestContext,
  { id, userCode }: NonNullable<OpenFlow['flow']['device']>,
  language: Language,
): Promise<NonNullable<ConsentContext['device']> | null> {
  const found = await ctx.get(DeviceAuthorizationService).find(id);
  if (!found) return null;
  const { ipAddress, userAgent, createdAt: askedAt } = found;
  const location = ctx.runtime.get(Locations).find(ipAddress, language);
  return { userCode, device: await deviceOf(userAgent), ipAddress, location, askedAt };
}
