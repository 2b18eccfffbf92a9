import { sql } from '../../ground/kernel/database.ts';

/** What an administrator should look after. */
export interface Attention {
  readonly failingMails: number;
  readonly deadMails: number;
  readonly deadLogoutDeliveries: number;
  readonly expiringSecrets: number;
  readonly administratorsWithoutSecondFactor: number;
}

/** Many rows at once: counts what wants attention, each by an index of what is not as it should be. */
export const attention = sql<Attention, { customerId: string; now: Date; soon: Date }>(
  'figures.attention',
  `select
     (select count(*)::int from outbox_mails m where m.customer_id = :customerId and m.sent_at is null
        and m.failed_at is null and m.attempts > 0) as "failingMails",
     (select count(*)::int from outbox_mails m where m.customer_id = :customerId and m.sent_at is null
        and m.failed_at is not null) as "deadMails",
     (select count(*)::int from logout_deliveries d where d.customer_id = :customerId and d.delivered_at is null
        and d.failed_at is not null) as "deadLogoutDeliveries",
     (select count(*)::int from clients c where c.customer_id = :customerId
        and c.previous_secret_expires_at between :now and :soon) as "expiringSecrets",
     (select count(*)::int from users u where u.customer_id = :customerId and u.role = 'admin' and u.is_active
        and not u.mfa_enrolled) as "administratorsWithoutSecondFactor"`,
);
