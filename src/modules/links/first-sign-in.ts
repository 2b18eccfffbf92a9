import type { Runtime } from '../../ground/kernel/runtime.ts';
import { User } from '../users/index.ts';
import { newLink, putLinks } from './link.ts';

/**
 * Makes the link by which the administrator of a customer signs in for the first time, and returns its path. Nobody but
 * the operator may get to see it.
 */
export async function makeFirstSignIn(runtime: Runtime, customerId: string): Promise<string> {
  return runtime.db.transaction(async ({ em }) => {
    const administrator = await em.findOneOrFail(User, { customerId, role: 'admin' }, { disableIdentityMap: true });
    const link = newLink(runtime, 'first_sign_in', administrator, administrator.email);
    await putLinks(em, [link]);
    return link.path;
  });
}
