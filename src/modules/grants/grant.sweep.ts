import { raw } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { AuthorizationCode, Grant } from './grant.entity.ts';
import { UsedProof } from './used-proof.entity.ts';

/** The grants of which something in this table has expired. */
const withExpired = (table: 'refresh_tokens' | 'authorization_codes' | 'device_authorizations', before: Date) => ({
  [raw(
    (grant) =>
      `(${grant}.customer_id, ${grant}.id) in (select customer_id, grant_id from ${table} where expires_at < ?)`,
    [before],
  )]: [],
});

const hasToken =
  (key: 'id' | 'grant_id') =>
  (alias: string): string =>
    `exists (select from refresh_tokens t where t.customer_id = ${alias}.customer_id and t.grant_id = ${alias}.${key})`;

const SLICE_SECONDS = 60;

/** Proofs that are too old. There is one for each request of some clients, so they are deleted by the minute. */
async function sweepProofs({ db, clock }: Runtime): Promise<void> {
  const now = clock.now();
  const sweep = (): Promise<boolean> =>
    db.transaction(async ({ em }) => {
      const [oldest] = await em.find(
        UsedProof,
        { expiresAt: { $lt: now } },
        { orderBy: { expiresAt: 'asc' }, limit: 1 },
      );
      if (!oldest) return false;
      const end = secondsAfter(oldest.expiresAt, SLICE_SECONDS);
      await em.nativeDelete(UsedProof, { expiresAt: { $lt: end < now ? end : now } });
      return true;
    });
  while (await sweep()) continue;
}

/**
 * Grants that are over, with their codes and tokens. All refresh tokens of a grant end at the same time. The grant of a
 * client without refresh tokens is over with its code, so a code is deleted before its grant only if there are tokens.
 */
export const grantSweepers: readonly Sweeper[] = [
  sweeper(Grant, (before) => withExpired('refresh_tokens', before)),
  ...(['authorization_codes', 'device_authorizations'] as const).map((codes) =>
    sweeper(Grant, (before) => ({
      ...withExpired(codes, before),
      [raw((grant) => `not ${hasToken('id')(grant)}`)]: [],
    })),
  ),
  sweeper(AuthorizationCode, (before) => ({ expiresAt: { $lt: before }, [raw(hasToken('grant_id'))]: [] })),
  sweepProofs,
];
