import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';

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
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'export_links_expires_at_index', properties: ['expiresAt'] }],
});

/** A link that downloads an export once. Its row is deleted with its use. */
export class ExportLink extends ExportLinkSchema.class {}
ExportLinkSchema.setClass(ExportLink);
