import { raw } from '@mikro-orm/postgresql';
import { expired, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { RememberedDevice } from './remembered-device.entity.ts';
import { Session } from './session.entity.ts';

const withoutGrant = raw(
  (alias) =>
    `not exists (select from grants g where g.customer_id = ${alias}.customer_id and g.session_id = ${alias}.id)`,
);

/** Sessions that have ended, once they have no grants, and devices that are no longer remembered. */
export const sessionSweepers: readonly Sweeper[] = [
  sweeper(Session, (before) => ({ expiresAt: { $lt: before }, [withoutGrant]: [] })),
  expired(RememberedDevice),
];
