import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { digest, macWith, newLetters } from '../../ground/kernel/secret.ts';
import { typedCode } from '../../ground/kernel/typed-code.ts';
import { renderEmailCodeMail } from '../../views/mail/index.ts';
import { audit } from '../audit/index.ts';
import { Brands } from '../branding/index.ts';
import { mailReader, Outbox } from '../mail/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { User } from '../users/index.ts';
import { ENTERED_MAX } from './backup-code.ts';
import { CodeService, wrongCode, type FactorOwner } from './code.service.ts';
import { EmailCode } from './email-code.entity.ts';
import { tellOfFailedFactor, withMail } from './mfa-notice.ts';

const PURPOSE = 'email-code';
const DIGITS = 8;

/** How long a code works. */
const LIFE_SECONDS = 600;

/** A login that waits for a code. `bound` names it and its browser. */
export interface EmailCodeLogin extends FactorOwner {
  readonly bound: string;
}

/** Codes that are sent to the verified address of a user, who has given the password. */
export class EmailCodeService {
  constructor(private readonly ctx: RequestContext) {}

  /** Sends a new code; the one before it works no longer. Throws `rate_limited` if there were too many. */
  async send({ customerId, userId, bound }: EmailCodeLogin): Promise<void> {
    const { runtime, clock } = this.ctx;
    const outbox = runtime.get(Outbox);
    outbox.require();
    await this.ctx.get(Throttle).use('emailCode', { account: userId });
    const code = newLetters('0123456789', DIGITS);
    await withMail(this.ctx, async (tx) => {
      const where = { id: userId, customerId, isActive: true, emailVerified: true };
      const user = await tx.em.findOne(User, where, { populate: ['locale', 'timeZone'] });
      if (!user) return;
      const { email, name, locale, timeZone } = user;
      const brand = await runtime.get(Brands).of(customerId, tx.em);
      const reader = { ...mailReader(this.ctx, brand, { userId, locale, timeZone }), email, name };
      const mail = renderEmailCodeMail({ ...reader, code, lifeSeconds: LIFE_SECONDS });
      await tx.em.upsert(EmailCode, {
        customerId,
        userId,
        loginHash: hashOf(bound),
        codeMac: runtime.vault.mac(PURPOSE, signed(userId, bound, code)),
        expiresAt: secondsAfter(clock.now(), LIFE_SECONDS),
      });
      outbox.post(tx.em, { customerId, userId, to: email, kind: 'sign_in_code', mail });
      audit.record(tx.em, this.ctx, {
        action: 'mfa.email_code_sent',
        subjectType: 'user',
        subjectId: userId,
        customerId,
      });
    });
  }

  /** The user who is asked for a code, as the page names them. Null if the customer asks for none any more. */
  find({ customerId, userId }: FactorOwner): Promise<Pick<User, 'email' | 'locale'> | null> {
    const where = { id: userId, customerId, isActive: true, emailVerified: true, customer: { emailCodes: true } };
    return this.ctx.em.findOne(User, where, { populate: ['locale'], disableIdentityMap: true });
  }

  /**
   * Uses the code of a login, once. Tries share the counters of other codes of the user. Throws `invalid` with WRONG_CODE for
   * any other text, a used code, and a code that has expired or was sent for another login.
   */
  async spend(login: EmailCodeLogin, text: string): Promise<void> {
    const { runtime, em, clock } = this.ctx;
    const { customerId, userId, bound, device } = login;
    const user = await em.findOne(
      User,
      { id: userId, customerId },
      { populate: ['passwordChangedAt'], disableIdentityMap: true },
    );
    const known = knownDevice(runtime, userId, device, user?.passwordChangedAt ?? null);
    const use = async (): Promise<void> => {
      const plain = signed(userId, bound, typedCode(text.slice(0, ENTERED_MAX)).slice(0, DIGITS + 1));
      const previous = runtime.vault.previousKey(PURPOSE);
      const macs = [runtime.vault.mac(PURPOSE, plain), ...(previous ? [macWith(previous, plain)] : [])];
      const where = { customerId, userId, loginHash: hashOf(bound), codeMac: { $in: macs } };
      const used = await em.nativeDelete(EmailCode, { ...where, expiresAt: { $gt: clock.now() } });
      if (used === 0) throw wrongCode();
    };
    try {
      await this.ctx.get(CodeService).guess(login, known, use, () => tellOfFailedFactor(this.ctx, login, 'always'));
    } catch (fault) {
      if (isWrong(fault)) await tellOfFailedFactor(this.ctx, login);
      throw fault;
    }
  }
}

const isWrong = (fault: unknown): boolean => fault instanceof Error && 'code' in fault && fault.code === 'WRONG_CODE';

const hashOf = (bound: string): string => digest(bound).toString('base64url');

const signed = (userId: string, bound: string, code: string): string => [userId, bound, code].join('\n');
