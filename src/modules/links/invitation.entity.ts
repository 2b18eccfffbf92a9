import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';
import type { User } from '../users/index.ts';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    /** The address it went to. */
    email: p.text(),
    /** The application the user is invited to. */
    applicationUrl: p.text().nullable(),
    inviterType: p.text().$type<'user' | 'client' | 'system'>().check("inviter_type in ('user', 'client', 'system')"),
    inviterId: p.text().nullable(),
    createdAt: p.datetime(),
    /** When its newest link was made. */
    sentAt: p.datetime(),
    /** When that link ends. */
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'invitations_customer_id_index', properties: ['customerId', 'id'] },
    { name: 'invitations_user_id_index', properties: ['customerId', 'userId'] },
    {
      name: 'invitations_open_index',
      expression:
        'create index "invitations_open_index" on "invitations" ("customer_id", "id") where "accepted_at" is null and "revoked_at" is null',
    },
    {
      name: 'invitations_revoked_index',
      expression:
        'create index "invitations_revoked_index" on "invitations" ("customer_id", "id") where "revoked_at" is not null',
    },
  ],
  uniques: [
    {
      name: 'invitations_open_key',
      expression:
        'create unique index "invitations_open_key" on "invitations" ("customer_id", "user_id") where "accepted_at" is null and "revoked_at" is null',
    },
  ],
});

/** A user asked to set a password. What state it is in follows from its timestamps; a user has one open at most. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
