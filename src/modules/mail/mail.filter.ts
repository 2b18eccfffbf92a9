import {
  choice,
  Filter,
  isMissing,
  keyOf,
  Listing,
  number,
  one,
  reference,
  rowId,
  state,
  text,
  time,
} from '../../ground/lists/filter/index.ts';
import { userFilter } from '../users/index.ts';
import { mailPolicy } from './mail.policy.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

const keys = {
  createdAt: keyOf(OutboxMail, 'createdAt'),
  sentAt: keyOf(OutboxMail, 'sentAt'),
  failedAt: keyOf(OutboxMail, 'failedAt'),
};
const isSent = (sent: boolean) => isMissing(keys.sentAt, !sent, 'state');
const hasFailed = (failed: boolean) => isMissing(keys.failedAt, !failed, 'state');

/** What mails are filtered by. */
export const mailFilter = new Filter(
  OutboxMail,
  'Mail',
  { noun: 'mails', read: mailPolicy.read },
  {
    id: rowId('uuid', { description: 'The mail’s id.' }),
    kind: choice(keyOf(OutboxMail, 'kind', { letters: 'exact' }), 'MailKind', {
      description: 'What the mail is about.',
    }),
    state: state('MailState', { description: 'The state.' }, () => ({
      sent: isSent(true),
      pending: { all: [isSent(false), hasFailed(false)] },
      dead: { all: [isSent(false), hasFailed(true)] },
    })),
    to: text(keyOf(OutboxMail, 'to'), { description: 'The recipient’s address.' }),
    userId: reference(keyOf(OutboxMail, 'userId'), { description: 'The user whom it was sent to.' }),
    user: one(keyOf(OutboxMail, 'userId'), () => userFilter, {
      description: 'The user. They may no longer exist.',
    }),
    attempts: number(keyOf(OutboxMail, 'attempts', { isIndexed: false }), { description: 'The number of attempts.' }),
    createdAt: time(keys.createdAt, { description: 'When it was created.' }),
    sentAt: time(keys.sentAt, { description: 'When it was sent.' }),
    failedAt: time(keys.failedAt, { description: 'When the last attempt failed.' }),
  },
);

/** The customer's mails as a list, newest first. */
export const mailListing = new Listing(
  OutboxMail,
  'Mail',
  mailFilter,
  {
    CREATED_AT: { key: keys.createdAt, description: 'When it was created.' },
    SENT_AT: { key: keys.sentAt, description: 'When it was sent.' },
    FAILED_AT: { key: keys.failedAt, description: 'When the last attempt failed.' },
  },
  { direction: 'desc' },
);
