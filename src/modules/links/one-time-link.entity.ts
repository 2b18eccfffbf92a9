import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';
import type { User } from '../users/index.ts';

/** What a link is good for; one made for one purpose is worth nothing for another. */
export const PURPOSES = [
  'invitation',
  'verify_email',
  'reset_password',
  'change_email',
  'cancel_email_change',
] as const;
export type Purpose = (typeof PURPOSES)[number];

const OneTimeLinkSchema = defineEntity({
  name: 'OneTimeLink',
  tableName: 'one_time_links',
  properties: {
    /** SHA-256 of the token in the link. */
    tokenHash: p.blob().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    userId: p.uuid(),
    user: () => toOne<User>('User', 'user_id'),
    purpose: p
      .text()
      .$type<Purpose>()
      .check(`purpose in (${PURPOSES.map((purpose) => `'${purpose}'`).join(', ')})`),
    /** The address it was sent to: the user's, or the one that is to become theirs. */
    email: p.text(),
    emailKey: p.text(),
    /** Who asked for it, of a change of address: what they may is looked at once more when the link is used. */
    requesterType: p
      .text()
      .$type<'user' | 'client' | 'system'>()
      .nullable()
      .check("requester_type in ('user', 'client', 'system')"),
    requesterId: p.text().nullable(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  uniques: [{ name: 'one_time_links_user_id_purpose_key', properties: ['customerId', 'userId', 'purpose'] }],
});

/** A link sent by mail, which works once. A user has one of each purpose at most: the newest. */
export class OneTimeLink extends OneTimeLinkSchema.class {}
OneTimeLinkSchema.setClass(OneTimeLink);
