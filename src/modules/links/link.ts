import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { emailKey } from '../users/index.ts';
import { OneTimeLink, type Purpose } from './one-time-link.entity.ts';

const MINUTE = 60;
const HOUR = 3600;

/** How long a link works, in seconds. */
export const LINK_SECONDS = {
  invitation: 24 * HOUR,
  verify_email: 24 * HOUR,
  reset_password: HOUR,
  change_email: HOUR,
  cancel_email_change: HOUR,
  first_sign_in: 15 * MINUTE,
} as const satisfies Record<Purpose, number>;

/** The paths of the pages that accept links. */
export const LINK_PATHS = {
  invitation: '/activate',
  verify_email: '/verify-email',
  reset_password: '/reset-password',
  change_email: '/change-email',
  cancel_email_change: '/cancel-email-change',
  first_sign_in: '/first-sign-in',
} as const satisfies Record<Purpose, string>;

/** Who requested a link. */
export interface Requester {
  readonly type: 'user' | 'client' | 'system';
  readonly id: string | null;
}

/** A new link: its part of the mail, and its row. Only the mail has the token, which is in the path. */
export interface NewLink {
  readonly path: string;
  readonly mail: { readonly link: string; readonly lifeSeconds: number };
  readonly stored: RequiredEntityData<OneTimeLink> & { readonly expiresAt: Date };
}

/** Where a link comes from, as far as its use depends on it. */
interface LinkOrigin {
  /** Whose rights are checked again at use. */
  readonly requester?: Requester;
  /** The sign-in in which a browser asked for it, sealed. */
  readonly flow?: string | null;
}

/** Creates a link for a user, sent to `email`. */
export function newLink(
  { clock, settings }: Runtime,
  purpose: Purpose,
  user: { readonly customerId: string; readonly id: string },
  email: string,
  { requester, flow = null }: LinkOrigin = {},
): NewLink {
  const now = clock.now();
  const token = newSecretOf(user.customerId);
  const lifeSeconds = LINK_SECONDS[purpose];
  const path = `${LINK_PATHS[purpose]}?token=${token}`;
  return {
    path,
    mail: { link: `${settings.server.baseUrl}${path}`, lifeSeconds },
    stored: {
      tokenHash: digest(token),
      customerId: user.customerId,
      userId: user.id,
      purpose,
      email,
      emailKey: emailKey(email),
      expiresAt: secondsAfter(now, lifeSeconds),
      requesterType: requester?.type ?? null,
      requesterId: requester?.id ?? null,
      flow,
      consumedAt: null,
      createdAt: now,
    },
  };
}

const REPLACED = [
  'tokenHash',
  'email',
  'emailKey',
  'expiresAt',
  'requesterType',
  'requesterId',
  'flow',
  'consumedAt',
  'createdAt',
] as const;

/** Stores links. Each replaces the user's link of the same purpose, with its requester. */
export async function putLinks(em: EntityManager, links: readonly NewLink[]): Promise<void> {
  await em
    .createQueryBuilder(OneTimeLink)
    .insert(links.map(({ stored }) => stored))
    .onConflict(['customerId', 'userId', 'purpose'])
    .merge([...REPLACED])
    .execute();
}

/** Deletes the user's unused links of this purpose. */
export const dropLinks = (em: EntityManager, customerId: string, userId: string, purpose: Purpose): Promise<number> =>
  em.nativeDelete(OneTimeLink, { customerId, userId, purpose, consumedAt: null });
