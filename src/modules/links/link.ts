import { secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { emailKey } from '../users/index.ts';
import type { Purpose } from './one-time-link.entity.ts';

const HOUR = 3600;

/** How long a link works, in seconds. */
export const LINK_SECONDS = {
  invitation: 24 * HOUR,
  verify_email: 24 * HOUR,
  reset_password: HOUR,
  change_email: HOUR,
  cancel_email_change: HOUR,
} as const satisfies Record<Purpose, number>;

/** Where the pages stand that take the links. */
export const LINK_PATHS = {
  invitation: '/activate',
  verify_email: '/verify-email',
  reset_password: '/reset-password',
  change_email: '/change-email',
  cancel_email_change: '/cancel-email-change',
} as const satisfies Record<Purpose, string>;

/** A row of one_time_links under its column names. */
interface LinkRow {
  readonly token_hash: string;
  readonly customer_id: string;
  readonly user_id: string;
  readonly purpose: Purpose;
  readonly email: string;
  readonly email_key: string;
  readonly expires_at: Date;
  readonly requester_type: Requester['type'] | null;
  readonly requester_id: string | null;
  readonly consumed_at: null;
  readonly created_at: Date;
}

/** Who asked for a link. */
export interface Requester {
  readonly type: 'user' | 'client' | 'system';
  readonly id: string | null;
}

/** A link just made: what its mail says of it, and the row that makes it work. The token is kept nowhere else. */
export interface NewLink {
  readonly mail: { readonly link: string; readonly lifeSeconds: number };
  readonly row: LinkRow;
}

/** Makes a link for a user, to be sent to `email`; `requester` where what they may counts when it is used. */
export function newLink(
  { clock, settings }: Runtime,
  purpose: Purpose,
  user: { readonly customerId: string; readonly id: string },
  email: string,
  requester: Requester | null = null,
): NewLink {
  const now = clock.now();
  const token = newSecret();
  const lifeSeconds = LINK_SECONDS[purpose];
  return {
    mail: { link: `${settings.server.baseUrl}${LINK_PATHS[purpose]}?token=${token}`, lifeSeconds },
    row: {
      token_hash: `\\x${digest(token).toString('hex')}`,
      customer_id: user.customerId,
      user_id: user.id,
      purpose,
      email,
      email_key: emailKey(email),
      expires_at: secondsAfter(now, lifeSeconds),
      requester_type: requester?.type ?? null,
      requester_id: requester?.id ?? null,
      consumed_at: null,
      created_at: now,
    },
  };
}
