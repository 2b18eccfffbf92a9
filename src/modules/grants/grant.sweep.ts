import { raw } from '@mikro-orm/postgresql';
import { sweeper, type Sweeper } from '../../jobs/sweep.ts';
import { AuthorizationCode, Grant } from './grant.entity.ts';

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
];
