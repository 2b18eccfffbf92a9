import type { RequestContext } from '../../kernel/context.ts';
import { factorDuty, type FactorDuty } from './factor-duty.hot.sql.ts';
import type { PasswordProof, Place } from './login.service.ts';

/** What a user has to do whose login did not start. Null if no second factor is missing. */
export async function dutyOf(
  ctx: RequestContext,
  { customerId, clientId, proof }: Pick<Place, 'customerId' | 'clientId'> & { readonly proof: PasswordProof },
): Promise<FactorDuty | null> {
  const passwordDigest = Buffer.from(proof.digest, 'base64url');
  const of = { customerId, clientId, userId: proof.userId, passwordDigest, now: ctx.clock.now() };
  return (await ctx.db.first(factorDuty, of)) ?? null;
}
