import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Session } from '../sessions/session.entity.ts';

export const EXPORT_KINDS = ['users', 'groups', 'memberships', 'clients', 'audit_events'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ExportLinkSchema = defineEntity({
  name: 'ExportLink',
  tableName: 'export_links',
  properties: {
    tokenHash: p.blob().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    kind: p.text().$type<ExportKind>(),
    format: p.text().$type<ExportFormat>(),
    /** Which rows it has. Null for all. */
    filter: p.json().$type<object>().nullable(),
    /** Who asked for it, and with which rights. */
    actorType: p.text().$type<'user' | 'client' | 'system'>().check("actor_type in ('user', 'client', 'system')"),
    actorId: p.text().nullable(),
    actorClientId: p.text().nullable(),
    scopes: p.array().columnType('text[]').default([]),
    provedAt: p.datetime().nullable(),
    /** The session of the user who asked for it. The link ends with it. */
    sessionId: p.uuid().nullable(),
    session: () => toOne<Session>('Session', 'session_id').nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'export_links_expires_at_index', properties: ['expiresAt'] },
    {
      name: 'export_links_session_id_index',
      expression:
        'create index "export_links_session_id_index" on "export_links" ("session_id", "customer_id") where "session_id" is not null',
    },
  ],
});

/** A link that downloads an export once. Its row is deleted with its use. */
export class ExportLink extends ExportLinkSchema.class {}
ExportLinkSchema.setClass(ExportLink);
