import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    /** The address that it was sent to. */
    email: p.text(),
    /** The application the user is invited to. */
    applicationUrl: p.text().nullable(),
    /** What the application was called when it was sent, if it was known. */
    applicationName: p.text().nullable(),
    inviterType: p.text().$type<'user' | 'client' | 'system'>().check("inviter_type in ('user', 'client', 'system')"),
    inviterId: p.text().nullable(),
    createdAt: p.datetime(),
    /** When its newest link was created. */
    sentAt: p.datetime(),
    /** When that link expires. */
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    listIndex('invitations', 'user', '"user_id"'),
    listIndex('invitations', 'email', 'lower("email") collate "C"'),
    listIndex('invitations', 'inviter', `coalesce("inviter_id", '') collate "C"`),
    listIndex('invitations', 'created_at', '"created_at"'),
    listIndex('invitations', 'sent_at', '"sent_at"'),
    listIndex('invitations', 'expires_at', '"expires_at"'),
    listIndex('invitations', 'accepted_at', `coalesce("accepted_at", timestamptz '0001-01-01 00:00:00+00')`),
    listIndex('invitations', 'revoked_at', `coalesce("revoked_at", timestamptz '0001-01-01 00:00:00+00')`),
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

/** An invitation to set a password. Its state follows from its timestamps. A user has at most one open invitation. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

/** The condition of open invitations. */
export const OPEN = { acceptedAt: null, revokedAt: null } as const;
