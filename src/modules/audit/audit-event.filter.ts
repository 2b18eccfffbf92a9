import { raw } from '@mikro-orm/postgresql';
import {
  among,
  choice,
  Filter,
  keyOf,
  Listing,
  madeAt,
  RANKS,
  reference,
  rowId,
  text,
  type Condition,
  type Key,
} from '../../ground/lists/filter/index.ts';
import { readAnyId } from '../../ground/kernel/ids.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { NAMED_GROUP } from './daily-count.hot.sql.ts';
import { auditPolicy } from './audit.policy.ts';

const AS_IT_IS = { letters: 'exact' } as const;
const NOT_INDEXED = { letters: 'exact', isIndexed: false } as const;
const STORED = { letters: 'stored' } as const;

// An event whose details name a user is about this user, too.
const namedUser: Key = { sql: `(e.details ->> 'userId')`, given: '?::text', type: 'text', isIndexed: true };

// And so about a group, but for that which a new user joins at once: there is an event of that.
const namedGroup: Key = { ...namedUser, sql: `(${NAMED_GROUP})` };

const keys = {
  actorId: keyOf(AuditEvent, 'actorId', STORED),
  clientId: keyOf(AuditEvent, 'clientId', STORED),
  impersonatorId: keyOf(AuditEvent, 'impersonatorId', STORED),
  subjectId: keyOf(AuditEvent, 'subjectId', STORED),
  namedUser,
  namedGroup,
};

/** What events of the audit trail are filtered by. Other modules add what they know of events. */
export const auditEventFilter = new Filter(
  AuditEvent,
  'AuditEvent',
  { noun: 'events', read: auditPolicy.read },
  {
    id: rowId('uuid', { description: 'The event’s id.' }),
    occurredAt: madeAt({ description: 'When it happened.' }),
    action: text(keyOf(AuditEvent, 'action', AS_IT_IS), {
      description:
        'What was done, in lower case: `group.created`. `{ startsWith: "group." }` is all that was done to groups.',
    }),
    actorType: choice(keyOf(AuditEvent, 'actorType', NOT_INDEXED), 'ActorType', {
      description: 'The type of the actor.',
    }),
    actorId: reference(keys.actorId, { description: 'The user or client who acted.' }, readAnyId),
    clientId: reference(keys.clientId, { description: 'The client that a user acted through.' }, readAnyId),
    impersonatorId: reference(
      keys.impersonatorId,
      { description: 'The administrator who acted as the user, or began to.' },
      readAnyId,
    ),
    subjectType: text(keyOf(AuditEvent, 'subjectType', NOT_INDEXED), {
      description: 'The type of what was affected, in lower case: `user`, `group`, `client` …',
    }),
    subjectId: reference(
      [keys.subjectId, namedUser, namedGroup],
      {
        description:
          'The id of what was affected. For a user or a group, this includes events about something else that name them, such as the group that they were put into.',
      },
      readAnyId,
    ),
    ipAddress: text(keyOf(AuditEvent, 'ipAddress', AS_IT_IS), { description: 'The IP address of the request.' }),
    requestId: reference(
      keyOf(AuditEvent, 'requestId', STORED),
      { description: 'The id of the request, as in the log.' },
      readAnyId,
    ),
    foldId: reference(keyOf(AuditEvent, 'foldId', STORED), {
      description: 'The fold: events of one request that did the same. It has the id of the first one.',
    }),
  },
);

/** The events that were done by any of these, through them, or to them. */
export function concerning(ids: readonly string[], path: string): Condition {
  if (ids.length === 0) return { path, check: raw('false'), ids: [], rank: RANKS.row, find: () => NOTHING };
  const each = Object.values(keys).map((key) => among(key, ids, path, RANKS.value));
  return { any: each.flatMap((condition) => ('any' in condition ? condition.any : [condition])) };
}

const NOTHING = { ids: raw('select e.id from audit_events e where false'), isFew: true };

/** The customer's audit trail as a list, newest first. */
export const auditEventListing = new Listing(
  AuditEvent,
  'AuditEvent',
  auditEventFilter,
  { OCCURRED_AT: { description: 'When it happened.' } },
  { direction: 'desc' },
);
