import type { Router } from 'express';
import { seeOther } from '../../../ground/http/see-other.ts';
import { Site } from '../../../ground/http/site.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';

/**
 * Mounts `/.well-known/change-password` (A Well-Known URL for Changing Passwords §2), where password managers look for the page.
 * It is at the root of the host. Below the path of an issuer, it is there as well: a proxy may serve no other paths.
 */
export function mountChangePasswordAddress(routers: ReadonlySet<Router>, runtime: Runtime): void {
  const page = runtime.get(Site).path('/account/password');
  for (const router of routers)
    router.get('/.well-known/change-password', (_request, response) => seeOther(response, page));
}
