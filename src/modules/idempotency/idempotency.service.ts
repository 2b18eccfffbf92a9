import { hash } from 'node:crypto';
import type { FirstAnswer, KeyedRequest, WholeAnswer } from '../../ground/http/idempotency-key.ts';
import type { SignedIn } from '../../ground/kernel/access.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { idempotencyErrors } from './errors.ts';
import { claimKey } from './idempotency.hot.sql.ts';
import { authorityOf, idempotencyPolicy, type Authority } from './idempotency.policy.ts';
import { KeptAnswer } from './kept-answer.entity.ts';

/** How long answers are kept: a day. */
export const KEPT_SECONDS = 86_400;
/** The purpose that answers are sealed for. */
export const PURPOSE = 'kept-answer';

/** The most bytes of an answer that is kept. */
const ANSWER_BYTES = 1024 * 1024;

/** What is sealed. */
interface Kept {
  /** A digest of the request. */
  readonly request: string;
  readonly authority: Authority;
  readonly answer: WholeAnswer;
}

/** Performs requests once, however often they are sent. */
export class Idempotency {
  constructor(private readonly runtime: Runtime) {}

  /**
   * Performs a request and keeps its answer, in one transaction. So a crash leaves both or neither. A repetition gets the
   * same answer with `Idempotent-Replayed`. Throws `IDEMPOTENCY_KEY_IN_USE` while the first request is under way, and
   * `IDEMPOTENCY_KEY_REUSED` for another request. If `perform` throws, nothing is written.
   */
  async once(
    { viewer, key, operation, input }: KeyedRequest,
    perform: (tx: Transaction) => Promise<FirstAnswer>,
  ): Promise<WholeAnswer> {
    const permit = idempotencyPolicy.send(viewer);
    const id = digestOf(permit.customerId, callerOf(permit.viewer), key);
    const request = digestOf(id, operation, input);
    return this.runtime.db.transaction(async (tx) => {
      // One after the other, in one round trip: whoever gets the key sees what its last holder has committed.
      const [claimed, known] = await Promise.all([
        tx.first(claimKey, { id }),
        tx.em.findOne(KeptAnswer, { id }, { populate: ['sealed'] }),
      ]);
      if (!claimed!.isFree) throw idempotencyErrors.IDEMPOTENCY_KEY_IN_USE({ retryAfter: 1 });
      const now = this.runtime.clock.now();
      if (known && known.createdAt > secondsAfter(now, -KEPT_SECONDS)) {
        const kept = this.open(known.sealed);
        if (kept.request !== request) throw idempotencyErrors.IDEMPOTENCY_KEY_REUSED();
        idempotencyPolicy.repeat(viewer, kept.authority);
        return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } };
      }
      const { answer, keep } = await perform(tx);
      if (!keep) return answer;
      if (Buffer.byteLength(answer.body) > ANSWER_BYTES) throw idempotencyErrors.IDEMPOTENCY_ANSWER_TOO_LARGE();
      const sealed = this.seal({ request, authority: authorityOf(permit.viewer), answer });
      if (known) tx.em.assign(known, { sealed, createdAt: now });
      else tx.em.create(KeptAnswer, { id, customerId: permit.customerId, sealed, createdAt: now });
      return answer;
    });
  }

  private seal(kept: Kept): Buffer {
    return this.runtime.vault.seal(PURPOSE, JSON.stringify(kept));
  }

  private open(sealed: Buffer): Kept {
    const plain = this.runtime.vault.open(PURPOSE, sealed);
    if (!plain) throw new Error('No SECRET_KEY opens a kept answer.');
    return JSON.parse(plain.toString()) as Kept;
  }
}

/** Who sends the key: a service account, or a user through a client. */
function callerOf(viewer: SignedIn): readonly (string | null)[] {
  if (viewer.kind === 'system') return ['system'];
  return viewer.kind === 'client' ? ['client', viewer.clientId] : ['user', viewer.userId, viewer.clientId];
}

const digestOf = (...parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url');
