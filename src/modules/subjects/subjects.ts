import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { newBytes } from '../../ground/kernel/secret.ts';
import { PairwiseSalt } from './pairwise-salt.entity.ts';
import { pairwiseView, PUBLIC_VIEW, type SubjectView } from './subject-view.ts';

export const SEALED_FOR = 'pairwise-salt';

const SALT_BYTES = 32;

/** How many customers' salts a server remembers. */
const REMEMBERED = 10_000;

/** Whom subjects are shown to. */
interface SeenBy {
  readonly customerId: string;
  /** Null for public subjects. */
  readonly sector: string | null;
}

/**
 * How clients know users. A salt never changes, so each server reads it once: the requests that follow ask the database
 * nothing.
 */
export class Subjects {
  private readonly salts = new LRUCache<string, Buffer>({ max: REMEMBERED });

  constructor(private readonly runtime: Runtime) {}

  /** The view of a client. */
  async of({ customerId, sector }: SeenBy): Promise<SubjectView> {
    if (sector === null) return PUBLIC_VIEW;
    return pairwiseView(this.salts.get(customerId) ?? (await this.read(customerId)), sector);
  }

  private async read(customerId: string): Promise<Buffer> {
    const salt = (await this.find(customerId)) ?? (await this.make(customerId));
    this.salts.set(customerId, salt);
    return salt;
  }

  private async find(customerId: string): Promise<Buffer | null> {
    const { fork, vault } = this.runtime;
    const stored = await fork().findOne(PairwiseSalt, { customerId }, { populate: ['sealedSalt'] });
    if (!stored) return null;
    const salt = vault.open(SEALED_FOR, stored.sealedSalt);
    if (!salt) throw new Error('SECRET_KEY does not open the salt of pairwise subjects.');
    return salt;
  }

  /** Of servers that make one at the same time, the first stores it for all. */
  private async make(customerId: string): Promise<Buffer> {
    const { fork, vault, clock } = this.runtime;
    const row = { customerId, sealedSalt: vault.seal(SEALED_FOR, newBytes(SALT_BYTES)), createdAt: clock.now() };
    await fork().upsert(PairwiseSalt, row, { onConflictAction: 'ignore' });
    const salt = await this.find(customerId);
    if (!salt) throw new Error('The customer of a pairwise subject is gone.');
    return salt;
  }
}
