import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { User } from '../users/user.entity.ts';

/** The purposes of links. A link works for one purpose only. */
export const PURPOSES = [
  'invitation',
  'verify_email',
  'reset_password',
  'change_email',
  'cancel_email_change',
  'first_sign_in',
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
    /** The address that it was sent to: the user's current or new address. */
    email: p.text(),
    emailKey: p.text(),
    /** The requester of a change of address, whose rights are checked again when the link is used. */
    requesterType: p
      .text()
      .$type<'user' | 'client' | 'system'>()
      .nullable()
      .check("requester_type in ('user', 'client', 'system')"),
    requesterId: p.text().nullable(),
    /** The sign-in in which a browser asked for the link, sealed. No other browser can open it. */
    flow: p.text().nullable(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  uniques: [{ name: 'one_time_links_user_id_purpose_key', properties: ['customerId', 'userId', 'purpose'] }],
});

/** A link sent by mail, or printed at the first start, which works once. A user has at most one of each purpose: the newest. */
export class OneTimeLink extends OneTimeLinkSchema.class {}
OneTimeLinkSchema.setClass(OneTimeLink);
