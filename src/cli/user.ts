import { loadConfig } from '../ground/config/load.ts';
import { setPassword } from '../modules/accounts/index.ts';
import { MfaService } from '../modules/mfa/index.ts';
import { userByEmail, UserService } from '../modules/users/index.ts';
import type { Report } from './command.ts';
import { actingOn, withRuntime } from './runtime.ts';
import { readPassword } from './terminal.ts';

export async function userSetPassword(email: string, customer: string | undefined): Promise<Report> {
  const config = loadConfig();
  // Read before the database is opened, so that nobody waits while the operator types.
  const password = await readPassword(`New password of ${email}`);
  return withRuntime(config, async (runtime) => {
    const ctx = await actingOn(runtime, customer);
    const user = await userByEmail(ctx, email);
    const sessionsEnded = await setPassword(ctx, user.id, password);
    const data = { customer_id: user.customerId, user_id: user.id, email: user.email, sessions_ended: sessionsEnded };
    return { data, text: `The password of ${user.email} is set. Sessions ended: ${sessionsEnded}.` };
  });
}

export async function userResetMfa(email: string, customer: string | undefined): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const ctx = await actingOn(runtime, customer);
    const user = await userByEmail(ctx, email);
    await ctx.get(MfaService).reset(user.id);
    const data = { customer_id: user.customerId, user_id: user.id, email: user.email, mfa_enabled: false };
    return { data, text: `${user.email} now signs in with the password alone. All sessions have ended.` };
  });
}

export async function userMakeAdmin(email: string, customer: string | undefined): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const ctx = await actingOn(runtime, customer);
    const user = await userByEmail(ctx, email);
    const changed = user.role !== 'admin';
    const { role, isActive } = changed ? await ctx.get(UserService).update(user.id, { role: 'admin' }) : user;
    const data = {
      customer_id: user.customerId,
      user_id: user.id,
      email: user.email,
      role,
      is_active: isActive,
      changed,
    };
    const outcome = changed ? 'is now an administrator' : 'was already an administrator';
    return { data, text: `${user.email} ${outcome}${isActive ? '' : ', but disabled'}.` };
  });
}
