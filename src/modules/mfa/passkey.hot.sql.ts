import { sql } from '../../ground/kernel/database.ts';

/** A right answer of a passkey. */
interface RightAnswer {
  readonly customerId: string;
  readonly id: string;
  readonly challengeHash: Buffer;
  readonly expiresAt: Date;
  readonly signCount: number;
  readonly isSynced: boolean;
  readonly now: Date;
}

/**
 * Redeems a challenge, and notes the use of the passkey. `isFirst` is false for a challenge that was used before. `isUsed` is
 * false if the passkey is gone, or if its counter has not grown (WebAuthn §7.2, step 22).
 */
export const usePasskey = sql<{ readonly isFirst: boolean; readonly isUsed: boolean }, RightAnswer>(
  'mfa.use-passkey',
  `with claimed as (
     insert into used_challenges (customer_id, challenge_hash, expires_at)
     values (:customerId, :challengeHash, :expiresAt)
     on conflict do nothing
     returning challenge_hash
   ), used as (
     update passkeys p set sign_count = :signCount, is_synced = :isSynced, last_used_at = :now
     from claimed
     where p.customer_id = :customerId and p.id = :id
       and (p.sign_count < :signCount or (p.sign_count = 0 and :signCount = 0))
     returning p.id
   )
   select exists (select from claimed) as "isFirst", exists (select from used) as "isUsed"`,
);
