import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { statement } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';

/** So many of a user's last events are looked through. A login writes one or two. */
const LOOKED_THROUGH = 200;

/** A login that failed. */
export interface FailedLogin {
  readonly occurredAt: Date;
  /** As the event `login.failed` has it: `wrong_password`, `wrong_code` … */
  readonly reason: string;
}

const lastFailures = statement<
  FailedLogin & { readonly id: string },
  { readonly customerId: string; readonly ids: readonly string[] }
>(
  'read.last-failed-logins',
  `select o.id, e.occurred_at as "occurredAt", e.reason from unnest(:ids::text[]) as o(id) cross join lateral (
     select id, occurred_at, coalesce(details ->> 'reason', '') as reason from (
       select * from audit_events where customer_id = :customerId and subject_id = o.id
       order by id desc limit ${LOOKED_THROUGH}
     ) latest where action = 'login.failed' order by id desc limit 1
   ) e`,
);

/** The last failed login of users of the viewer's customer, among their last events; null if there is none. */
export function failedLoginsLoader(ctx: RequestContext): Loader<string, FailedLogin | null> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const rows = await ctx.db.rows(lastFailures, { customerId, ids });
    const found = new Map(rows.map(({ id, ...failed }) => [id, failed]));
    return ids.map((id) => found.get(id) ?? null);
  });
}
