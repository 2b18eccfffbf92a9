import { raw } from '@mikro-orm/postgresql';
import { HOUR_SECONDS, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { DeviceAuthorization } from './device-authorization.entity.ts';

/** The grant of a client without refresh tokens is over with its code, and is deleted first, with the code. */
const isNotNeeded = (alias: string): string =>
  `(${alias}.grant_id is null or exists (
     select from refresh_tokens t where t.customer_id = ${alias}.customer_id and t.grant_id = ${alias}.grant_id))`;

/** Device authorizations that have expired. Those that nobody allowed are told to be expired for an hour. */
export const deviceSweepers: readonly Sweeper[] = [
  sweeper(DeviceAuthorization, (before) => ({ expiresAt: { $lt: before }, grantId: null }), {
    keptSeconds: HOUR_SECONDS,
  }),
  sweeper(DeviceAuthorization, (before) => ({ expiresAt: { $lt: before }, [raw(isNotNeeded)]: [] })),
];
