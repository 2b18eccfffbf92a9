import {
  choice,
  Filter,
  keyOf,
  Listing,
  madeAt,
  reference,
  rowId,
  text,
  type Key,
} from '../../ground/lists/filter/index.ts';
import { readAnyId } from '../../ground/kernel/ids.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditPolicy } from './audit.policy.ts';

const AS_IT_IS = { letters: 'exact' } as const;
const NOT_INDEXED = { letters: 'exact', isIndexed: false } as const;
const STORED = { letters: 'stored' } as const;

// An event whose details name a user is about this user, too.
const namedUser: Key = { sql: `(e.details ->> 'userId')`, given: '?::text', type: 'text', isIndexed: true };

/** What events of the audit trail are filtered by. */
const auditEventFilter = new Filter(
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
    actorId: reference(
      keyOf(AuditEvent, 'actorId', STORED),
      { description: 'The user or client who acted.' },
      readAnyId,
    ),
    clientId: reference(
      keyOf(AuditEvent, 'clientId', STORED),
      { description: 'The client that a user acted through.' },
      readAnyId,
    ),
    impersonatorId: reference(
      keyOf(AuditEvent, 'impersonatorId', STORED),
      { description: 'The administrator who acted as the user, or began to.' },
      readAnyId,
    ),
    subjectType: text(keyOf(AuditEvent, 'subjectType', NOT_INDEXED), {
      description: 'The type of what was affected, in lower case: `user`, `group`, `client` …',
    }),
    subjectId: reference(
      [keyOf(AuditEvent, 'subjectId', STORED), namedUser],
      {
        description:
          'The id of what was affected. For a user, this includes events about something else that name the user, such as a group they joined.',
      },
      readAnyId,
    ),
    ipAddress: text(keyOf(AuditEvent, 'ipAddress', AS_IT_IS), { description: 'The IP address of the request.' }),
    requestId: reference(
      keyOf(AuditEvent, 'requestId', STORED),
      { description: 'The id of the request, as in the log.' },
      readAnyId,
    ),
  },
);

/** The customer's audit trail as a list, newest first. */
export const auditEventListing = new Listing(
  AuditEvent,
  'AuditEvent',
  auditEventFilter,
  { OCCURRED_AT: { description: 'When it happened.' } },
  { direction: 'desc' },
);
