import { AppError } from '../../../ground/kernel/errors.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { EmailCodeService } from '../../../modules/mfa/index.ts';
import type { LoginStep, PasswordProof } from '../../../modules/logins/index.ts';
import type { Interactions, OpenFlow } from '../../oauth/endpoints/authorize/index.ts';

/** The URL of what comes after a password. For a code by email, sends it. */
export async function urlOfStep(
  ctx: RequestContext,
  interactions: Interactions,
  open: OpenFlow,
  step: Exclude<LoginStep, { readonly step: 'unverified_email' }>,
): Promise<string> {
  if (step.step === 'new_password') return interactions.toNewPassword(open, step.proof);
  if (step.step === 'second_factor') return interactions.toSecondFactor(open, step.proof);
  if (step.step === 'email_code') return sendCode(ctx, interactions, open, step.proof);
  if (step.step === 'enrollment') return interactions.toEnrollment(open, step.proof);
  return step.code === null ? interactions.next(open) : interactions.answer(open, step.code);
}

/** Sends the code that comes after the password. If there were too many, the page still takes the one before. */
async function sendCode(
  ctx: RequestContext,
  interactions: Interactions,
  open: OpenFlow,
  proof: PasswordProof,
): Promise<string> {
  const waiting = interactions.proved(open, proof);
  const bound = interactions.challengeFor(waiting, 'email-code');
  try {
    await ctx.get(EmailCodeService).send({ customerId: open.customerId!, userId: proof.userId, bound });
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.kind !== 'rate_limited') throw fault;
  }
  return interactions.toEmailCode(waiting);
}
