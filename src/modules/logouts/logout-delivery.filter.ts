import {
  Filter,
  isMissing,
  keyOf,
  Listing,
  number,
  one,
  reference,
  rowId,
  state,
  time,
} from '../../ground/lists/filter/index.ts';
import { readAnyId } from '../../ground/kernel/ids.ts';
import { userFilter } from '../users/index.ts';
import { LogoutDelivery } from './logout-delivery.entity.ts';
import { logoutDeliveryPolicy } from './logout-delivery.policy.ts';

const keys = {
  createdAt: keyOf(LogoutDelivery, 'createdAt'),
  deliveredAt: keyOf(LogoutDelivery, 'deliveredAt'),
  failedAt: keyOf(LogoutDelivery, 'failedAt'),
};
const isDelivered = (delivered: boolean) => isMissing(keys.deliveredAt, !delivered, 'state');
const hasFailed = (failed: boolean) => isMissing(keys.failedAt, !failed, 'state');

/** What logout deliveries are filtered by. Other modules add what they know of them. */
export const logoutDeliveryFilter = new Filter(
  LogoutDelivery,
  'LogoutDelivery',
  { noun: 'logout deliveries', read: logoutDeliveryPolicy.read },
  {
    id: rowId('uuid', { description: 'The delivery’s id.' }),
    state: state('LogoutDeliveryState', { description: 'The state.' }, () => ({
      delivered: isDelivered(true),
      pending: { all: [isDelivered(false), hasFailed(false)] },
      dead: { all: [isDelivered(false), hasFailed(true)] },
    })),
    clientId: reference(
      keyOf(LogoutDelivery, 'clientId', { letters: 'exact' }),
      { description: 'The client that gets the message.' },
      readAnyId,
    ),
    userId: reference(keyOf(LogoutDelivery, 'userId'), { description: 'The user who was signed in.' }),
    user: one(keyOf(LogoutDelivery, 'userId'), () => userFilter, {
      description: 'The user. They may no longer exist.',
    }),
    sessionId: reference(keyOf(LogoutDelivery, 'sessionId'), { description: 'The session that ended.' }),
    attempts: number(keyOf(LogoutDelivery, 'attempts', { isIndexed: false }), {
      description: 'The number of attempts.',
    }),
    createdAt: time(keys.createdAt, { description: 'When the session ended.' }),
    deliveredAt: time(keys.deliveredAt, { description: 'When the client accepted the message.' }),
    failedAt: time(keys.failedAt, { description: 'When the last attempt failed.' }),
  },
);

/** The customer's logout deliveries as a list, newest first. */
export const logoutDeliveryListing = new Listing(
  LogoutDelivery,
  'LogoutDelivery',
  logoutDeliveryFilter,
  {
    CREATED_AT: { key: keys.createdAt, description: 'When the session ended.' },
    DELIVERED_AT: { key: keys.deliveredAt, description: 'When the client accepted the message.' },
    FAILED_AT: { key: keys.failedAt, description: 'When the last attempt failed.' },
  },
  { direction: 'desc' },
);
