import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { digest } from '../../ground/kernel/secret.ts';
import { audit } from '../audit/index.ts';
import { tell, withMail } from './mfa-notice.ts';
import { endOfChallenge, newChallenge, SIGN_IN_SECONDS } from './passkey-challenge.ts';
import { challengeOf, handleOf, isFramed, PasskeyParty, readAnswer, type RequestOptions } from './passkey-party.ts';
import { Passkey } from './passkey.entity.ts';
import { usePasskey } from './passkey.hot.sql.ts';

/** A passkey, as far as an answer is compared with it. */
export type KnownPasskey = Pick<
  Passkey,
  'customerId' | 'id' | 'userId' | 'credentialId' | 'publicKey' | 'signCount' | 'isSyncable'
>;

/** What is read of a passkey for that. */
export const OF_PASSKEY = [
  'customerId',
  'id',
  'userId',
  'credentialId',
  'publicKey',
  'signCount',
  'isSyncable',
] as const satisfies (keyof KnownPasskey)[];

const HIDDEN = ['credentialId', 'publicKey', 'signCount'] as const;

/** Whose passkey is meant. */
interface Owner {
  readonly customerId: string;
  readonly userId: string;
}

/** Why an answer does not count. */
export type PasskeyFault = 'wrong_passkey' | 'expired_challenge' | 'used_challenge' | 'passkey_counter';

/** What an answer proves (RFC 8176 names), or why it proves nothing. */
export type PasskeyProof = { readonly amr: readonly string[] } | { readonly fault: PasskeyFault };

/** An answer that an authenticator gave for one of our challenges. It is not checked yet. */
export type PasskeyAnswer = AuthenticationResponseJSON;

/** The answer in a form's field; null if it is none. */
export const readPasskeyAnswer = (text: string): PasskeyAnswer | null => readAnswer(text) as PasskeyAnswer | null;

/** The id of the passkey that answers. */
export const credentialIdOf = ({ id }: PasskeyAnswer): Buffer => Buffer.from(id, 'base64url');

/** Uses passkeys: asks browsers for them, and checks what they answer. */
export class PasskeyProofService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * What a browser needs to sign in with any passkey. Null if browsers have none for the issuer. `bound` is as for `prove`.
   */
  options(bound: string): RequestOptions | null {
    const { runtime } = this.ctx;
    const party = runtime.get(PasskeyParty);
    return party.isAvailable ? party.request(newChallenge(runtime, bound, SIGN_IN_SECONDS), SIGN_IN_SECONDS) : null;
  }

  /** The same for the passkeys of one user, with the user. Null if there are none. */
  async optionsFor({ customerId, userId }: Owner, bound: string) {
    const { runtime, em } = this.ctx;
    const populate = ['credentialId', 'transports', 'user.locale', 'user.customer'] as const;
    const where = { customerId, userId };
    const known = await em.find(Passkey, where, { populate, orderBy: { id: 'asc' }, disableIdentityMap: true });
    const [first] = known;
    const challenge = newChallenge(runtime, bound, SIGN_IN_SECONDS);
    return first && { options: runtime.get(PasskeyParty).request(challenge, SIGN_IN_SECONDS, known), user: first.user };
  }

  /** The passkey of a user that answers, or null. */
  find({ customerId, userId }: Owner, answer: PasskeyAnswer) {
    const where = { credentialId: credentialIdOf(answer), customerId, userId };
    return this.ctx.em.findOne(Passkey, where, { populate: HIDDEN, disableIdentityMap: true });
  }

  /** The passkey that answers, with its user, whoever that is. */
  findAnyones(answer: PasskeyAnswer) {
    const where = { credentialId: credentialIdOf(answer) };
    return this.ctx.em.findOne(Passkey, where, { populate: [...HIDDEN, 'user'], disableIdentityMap: true });
  }

  /**
   * Checks an answer of this passkey and uses its challenge, which works once (WebAuthn §7.2). The challenge must have been
   * made for `bound`. The passkey must have verified its user. A counter that has not grown is reported to the user and in
   * the audit trail: somebody may have copied the passkey.
   */
  async prove(passkey: KnownPasskey, answer: PasskeyAnswer, bound: string): Promise<PasskeyProof> {
    const { runtime, clock } = this.ctx;
    const { customerId, id, userId, isSyncable } = passkey;
    const challenge = challengeOf(answer);
    const expiresAt = endOfChallenge(runtime, bound, challenge);
    if (!expiresAt) return { fault: 'expired_challenge' };
    const checked = await this.check(passkey, answer, challenge);
    // WebAuthn §7.2, steps 6 and 18: the handle is the user's, and the passkey stays what it was.
    const { userHandle } = answer.response;
    if (!checked || (userHandle && userHandle !== handleOf(userId))) return { fault: 'wrong_passkey' };
    if (isSyncable !== (checked.credentialDeviceType === 'multiDevice')) return { fault: 'wrong_passkey' };
    const { newCounter: signCount, credentialBackedUp: isSynced } = checked;
    const used = { customerId, id, challengeHash: digest(challenge), expiresAt, signCount, isSynced, now: clock.now() };
    const done = await this.ctx.db.first(usePasskey, used);
    if (!done?.isFirst) return { fault: 'used_challenge' };
    if (!done.isUsed) {
      await this.reportCounter(passkey);
      return { fault: 'passkey_counter' };
    }
    // RFC 8176 §2: a key in hardware, or one in software that its user can copy. `mfa`: the key, and what verified the user.
    return { amr: [isSyncable ? 'swk' : 'hwk', 'user', 'mfa'] };
  }

  /** What the answer says, if origin, relying party, signature and the flags are right. */
  private async check({ credentialId, publicKey }: KnownPasskey, answer: PasskeyAnswer, challenge: string) {
    const { origin, id: rpId } = this.ctx.runtime.get(PasskeyParty);
    // Loaded with the first passkey, not at every start.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const answered = { id: credentialId.toString('base64url'), publicKey: Uint8Array.from(publicKey), counter: 0 };
    try {
      if (isFramed(answer)) return null;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // The counter is compared by the statement that stores it, so that simultaneous answers cannot pass each other.
        credential: answered,
        requireUserVerification: true,
      });
      return verified ? authenticationInfo : null;
    } catch {
      return null;
    }
  }

  private async reportCounter({ customerId, id, userId }: KnownPasskey): Promise<void> {
    await withMail(this.ctx, async (tx) => {
      const passkey = await tx.em.findOne(
        Passkey,
        { customerId, id },
        { populate: ['user.locale', 'user.timeZone'], refresh: true },
      );
      if (!passkey) return;
      audit.record(tx.em, this.ctx, {
        action: 'passkey.refused',
        subjectType: 'user',
        subjectId: userId,
        customerId,
        details: { passkeyId: id, name: passkey.name, reason: 'counter' },
      });
      await tell(this.ctx, tx, passkey, { event: 'passkey_refused', passkey: passkey.name });
    });
  }
}
