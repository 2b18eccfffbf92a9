import { Filter, keyOf, Listing, rowId, text, time } from '../../ground/lists/filter/index.ts';
import { Session } from './session.entity.ts';
import { sessionPolicy } from './session.policy.ts';

// An index finds the sessions of one user, which are few. These values are compared in them.
const keys = {
  createdAt: keyOf(Session, 'createdAt'),
  lastAccessedAt: keyOf(Session, 'lastAccessedAt'),
  expiresAt: keyOf(Session, 'expiresAt'),
  ipAddress: keyOf(Session, 'ipAddress', { letters: 'exact' }),
};

/** What sessions of a user are filtered by. Other modules add what they know of sessions. */
export const sessionFilter = new Filter(
  Session,
  'Session',
  { noun: 'sessions', read: sessionPolicy.own },
  {
    id: rowId('uuid', { description: 'The session’s id.' }),
    ipAddress: text(keys.ipAddress, { description: 'The IP address that the user signed in from.' }),
    userAgent: text(
      keyOf(Session, 'userAgent'),
      { description: 'What the browser says it is: `{ contains: "firefox" }`.' },
      { search: null },
    ),
    lastAccessedAt: time(keys.lastAccessedAt, { description: 'When the session was last used, to the minute.' }),
    expiresAt: time(keys.expiresAt, { description: 'When the session ends at the latest.' }),
    createdAt: time(keys.createdAt, { description: 'When the session started.' }),
  },
);

/** The sessions of a user as a list. */
export const sessionListing = new Listing(Session, 'Session', sessionFilter, {
  LAST_ACCESSED_AT: { key: keys.lastAccessedAt, description: 'When the session was last used.' },
  CREATED_AT: { key: keys.createdAt, description: 'When the session started.' },
  EXPIRES_AT: { key: keys.expiresAt, description: 'When the session ends at the latest.' },
  IP_ADDRESS: { key: keys.ipAddress, description: 'The IP address, as a text.' },
});
