import type { RequestContext } from '../../ground/kernel/context.ts';
import { factorDuty, type FactorDuty, type MissingPart } from './factor-duty.hot.sql.ts';
import type { PasswordProof, Place } from './login-attempt.ts';

/** What a login lacks that did not start. Null if that is neither a code nor a second factor. */
export async function missingOf(
  ctx: RequestContext,
  { customerId, clientId, proof }: Pick<Place, 'customerId' | 'clientId'> & { readonly proof: PasswordProof },
): Promise<MissingPart | null> {
  const passwordDigest = Buffer.from(proof.digest, 'base64url');
  const of = {
    customerId,
    clientId,
    userId: proof.userId,
    passwordDigest,
    hasEmailCode: proof.hasEmailCode,
    now: ctx.clock.now(),
  };
  const { asksForCode, until, email, locale } = (await ctx.db.first(factorDuty, of)) ?? {};
  if (asksForCode) return { asksForCode };
  return until && email ? { asksForCode: false, until, email, locale: locale ?? null } : null;
}

/** The second factor that the user has to set up. Null if none is missing, or if the code of a mail comes before it. */
export async function dutyOf(...given: Parameters<typeof missingOf>): Promise<FactorDuty | null> {
  const missing = await missingOf(...given);
  return missing?.asksForCode === false ? missing : null;
}
