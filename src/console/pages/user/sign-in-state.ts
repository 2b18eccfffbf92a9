import type { TypeOf } from '../../graph/graphql.ts';
import { ago, moment, named, oneOf, t } from '../../messages/index.ts';
import { now } from '../../now.ts';

/** What the sentence is about. What the reader may not see is null. */
interface SignIn {
  readonly isActive: boolean;
  readonly emailVerified: boolean;
  readonly hasPassword: boolean | null;
  readonly temporaryPasswordUntil: string | null;
  readonly lockedUntil: string | null;
  readonly lastLoginAt: string | null;
  readonly lastFailedSignIn: { readonly occurredAt: string; readonly reason: string } | null;
  readonly mfaMethods: readonly TypeOf<'MfaMethod'>[] | null;
  readonly customer: { readonly passwordSignIn: TypeOf<'PasswordSignIn'> };
}

/** Whether passwords or codes of the user are refused now. */
export const isLocked = ({ lockedUntil }: Pick<SignIn, 'lockedUntil'>): boolean => isAhead(lockedUntil);

/** Whether and with what a user can sign in, and what came of the last tries, in a sentence. Null if the reader may not see it. */
export function signInState(user: SignIn): string | null {
  if (user.hasPassword === null) return null;
  const { temporaryPasswordUntil, lockedUntil, emailVerified, lastLoginAt, lastFailedSignIn: failed } = user;
  const parts = [
    ability(user),
    isAhead(temporaryPasswordUntil) && t('signIn.replaces', { time: moment(temporaryPasswordUntil!) }),
    isAhead(lockedUntil) && t('signIn.locked', { time: moment(lockedUntil!) }),
    !emailVerified && t('signIn.unverified'),
    lastLoginAt ? t('signIn.last', { ago: ago(lastLoginAt) }) : t('signIn.never'),
    failed &&
      (lastLoginAt === null || Date.parse(failed.occurredAt) > Date.parse(lastLoginAt)) &&
      t('signIn.failed', { ago: ago(failed.occurredAt), reason: named('failed', failed.reason) }),
  ];
  return `${parts.filter((part) => part !== false && part !== null).join('; ')}.`;
}

function ability(user: SignIn): string {
  if (!user.isActive) return t('signIn.disabled');
  const found = [passwordWay(user), passkeyWay(user)].filter((way) => way !== null);
  if (found.length > 0) return t('signIn.can', { ways: oneOf(found) });
  return t(user.hasPassword ? 'signIn.expired' : 'signIn.nothing');
}

/** The password, and the code that the user gives after it. Null if no password signs in, or only with the passkey. */
function passwordWay(user: SignIn): string | null {
  const { temporaryPasswordUntil, mfaMethods } = user;
  if (!takesPassword(user) || isWithPasskey(user)) return null;
  const way = t(temporaryPasswordUntil === null ? 'signIn.password' : 'signIn.temporary');
  const factor = FACTORS.find(([method]) => mfaMethods?.includes(method));
  return factor ? t('signIn.with', { way, factor: t(factor[1]) }) : way;
}

function passkeyWay(user: SignIn): string | null {
  if (!user.mfaMethods?.includes('PASSKEY')) return null;
  return t(takesPassword(user) && isWithPasskey(user) ? 'signIn.passkeyOrBoth' : 'signIn.passkey');
}

function takesPassword({ hasPassword, temporaryPasswordUntil, mfaMethods, customer }: SignIn): boolean {
  const isOver = temporaryPasswordUntil !== null && !isAhead(temporaryPasswordUntil);
  const isReplaced = mfaMethods?.includes('PASSKEY') && customer.passwordSignIn === 'UNTIL_PASSKEY';
  return hasPassword === true && !isOver && !isReplaced;
}

/** Whether a passkey is what follows the password. */
const isWithPasskey = ({ mfaMethods }: SignIn): boolean =>
  mfaMethods !== null && mfaMethods.includes('PASSKEY') && !mfaMethods.includes('TOTP');

const FACTORS = [
  ['TOTP', 'signIn.code'],
  ['EMAIL', 'signIn.emailCode'],
] as const;

const isAhead = (time: string | null): boolean => time !== null && Date.parse(time) > now();
