import {
  comparison,
  Filter,
  isMissing,
  keyOf,
  Listing,
  one,
  reference,
  rowId,
  state,
  text,
  time,
} from '../../ground/lists/filter/index.ts';
import { readAnyId } from '../../ground/kernel/ids.ts';
import { userFilter } from '../users/index.ts';
import { Invitation } from './invitation.entity.ts';
import { linkPolicy } from './link.policy.ts';

const keys = {
  user: keyOf(Invitation, 'userId'),
  createdAt: keyOf(Invitation, 'createdAt'),
  sentAt: keyOf(Invitation, 'sentAt'),
  expiresAt: keyOf(Invitation, 'expiresAt'),
  acceptedAt: keyOf(Invitation, 'acceptedAt'),
  revokedAt: keyOf(Invitation, 'revokedAt'),
};

const open = { all: [isMissing(keys.acceptedAt, true, 'state'), isMissing(keys.revokedAt, true, 'state')] };

/** What invitations are filtered by. */
const invitationFilter = new Filter(
  Invitation,
  'Invitation',
  { noun: 'invitations', read: linkPolicy.readInvitations },
  {
    id: rowId('uuid', { description: 'The invitation’s id.' }),
    state: state('InvitationState', { description: 'The state.' }, (now) => ({
      accepted: isMissing(keys.acceptedAt, false, 'state'),
      revoked: { all: [isMissing(keys.acceptedAt, true, 'state'), isMissing(keys.revokedAt, false, 'state')] },
      expired: { all: [open, comparison(keys.expiresAt, '<=', now, 'state')] },
      pending: { all: [open, comparison(keys.expiresAt, '>', now, 'state')] },
    })),
    userId: reference(keys.user, { description: 'The invited user.' }),
    user: one(keys.user, () => userFilter, { description: 'The invited user.' }),
    email: text(keyOf(Invitation, 'email'), { description: 'The address that it was sent to.' }),
    inviterId: reference(
      keyOf(Invitation, 'inviterId', { letters: 'exact' }),
      { description: 'The user or client who sent it last.' },
      readAnyId,
    ),
    createdAt: time(keys.createdAt, { description: 'When it was first sent.' }),
    sentAt: time(keys.sentAt, { description: 'When it was last sent.' }),
    expiresAt: time(keys.expiresAt, { description: 'When the link expires.' }),
    acceptedAt: time(keys.acceptedAt, { description: 'When the user accepted it.' }),
    revokedAt: time(keys.revokedAt, { description: 'When it was revoked.' }),
  },
);

/** The customer's invitations as a list, oldest first. */
export const invitationListing = new Listing(Invitation, 'Invitation', invitationFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When it was first sent.' },
  SENT_AT: { key: keys.sentAt, description: 'When it was last sent.' },
  EXPIRES_AT: { key: keys.expiresAt, description: 'When the link expires.' },
  ACCEPTED_AT: { key: keys.acceptedAt, description: 'When the user accepted it.' },
});
