import type { TypeOf } from '../graph/graphql.ts';
import { named } from '../messages/index.ts';

/** What a user is, in one word: an administrator, somebody who administers less, or a member. */
export const STANDINGS = ['MEMBER', 'HELP_DESK', 'AUDITOR', 'ADMIN'] as const;
type Word = (typeof STANDINGS)[number];

interface Standing {
  readonly role: TypeOf<'Role'>;
  readonly administration: TypeOf<'Administration'> | null;
}

/** The word for what the user is. */
export const standingOf = ({ role, administration }: Standing): Word =>
  role === 'ADMIN' ? role : (administration ?? role);

/** What the user is, for readers. */
export const standingName = (user: Standing): string => named('role', standingOf(user));

/** The input that makes a user this. */
export const standingInput = (word: string): Standing =>
  word === 'AUDITOR' || word === 'HELP_DESK'
    ? { role: 'MEMBER', administration: word }
    : { role: word === 'ADMIN' ? word : 'MEMBER', administration: null };
