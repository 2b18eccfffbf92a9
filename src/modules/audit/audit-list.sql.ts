import { sql, type Statement } from '../../kernel/database.ts';
import type { Columns } from '../../kernel/entity.ts';
import type { AuditEvent } from './audit-event.entity.ts';

/** What narrows the trail besides the time, by column. */
const FILTERS = {
  action: 'action',
  actorId: 'actor_id',
  subjectType: 'subject_type',
  subjectId: 'subject_id',
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

const COLUMNS = `id, customer_id as "customerId", occurred_at as "occurredAt", action, actor_type as "actorType",
  actor_id as "actorId", client_id as "clientId", subject_type as "subjectType", subject_id as "subjectId", ip as "ipAddress",
  request_id as "requestId", details`;

/** An event as every read returns it. */
export type AuditEventRow = Omit<Columns<AuditEvent>, 'ip'> & { readonly ipAddress: string };

interface ListStatements {
  readonly page: Statement<AuditEventRow>;
  readonly count: Statement<{ count: number }>;
}

const byFilters = new Map<string, ListStatements>();

/**
 * The statements for events with values for these filters, newest first. One pair a combination: with all in one, the
 * planner could use no index but one. page: $1 customer, $2 from this id, $3 before this id, $4 rows, then the values in
 * the order of FILTER_NAMES; count: the same without $4, the values following $3. An event whose details name a user is
 * about this user, too.
 */
export function listStatements(filters: readonly FilterName[]): ListStatements {
  return byFilters.get(filters.join())!;
}

for (let mask = 0; mask < 1 << FILTER_NAMES.length; mask++) {
  const filters = FILTER_NAMES.filter((_name, index) => mask & (1 << index));
  // Two searches, each by an index of its own, for what is about the subject: itself, and as the user in the details.
  const columns = filters.includes('subjectId') ? ['subject_id', "details ->> 'userId'"] : ['subject_id'];
  const searches = (first: number): string[] =>
    columns.map((column) =>
      [
        'customer_id = $1 and id >= $2 and id < $3',
        ...filters.map((name, index) => `${name === 'subjectId' ? column : FILTERS[name]} = $${first + index}`),
        ...(column === 'subject_id' ? [] : [`subject_id <> $${first + filters.indexOf('subjectId')}`]),
      ].join(' and '),
    );
  const parts = searches(5).map((where) => `(select * from audit_events where ${where} order by id desc limit $4)`);
  const counts = searches(4).map((where) => `(select count(*) from audit_events where ${where})`);
  byFilters.set(filters.join(), {
    page: sql(
      `audit.page-${mask}`,
      `select ${COLUMNS} from (${parts.join(' union all ')}) e order by id desc limit $4`,
    ),
    count: sql(`audit.count-${mask}`, `select ${counts.join(' + ')} as count`),
  });
}
