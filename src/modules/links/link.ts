import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import { secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { emailKey } from '../users/index.ts';
import { OneTimeLink, type Purpose } from './one-time-link.entity.ts';

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

/** Who asked for a link. */
export interface Requester {
  readonly type: 'user' | 'client' | 'system';
  readonly id: string | null;
}

/** A link just made: what its mail says of it, and what makes it work. The token is kept nowhere else. */
export interface NewLink {
  readonly mail: { readonly link: string; readonly lifeSeconds: number };
  readonly stored: RequiredEntityData<OneTimeLink> & { readonly expiresAt: Date };
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
  'consumedAt',
  'createdAt',
] as const;

/** Stores links at once, each in the place of its user's link of the same purpose. */
export async function putLinks(em: EntityManager, links: readonly NewLink[]): Promise<void> {
  await em
    .createQueryBuilder(OneTimeLink)
    .insert(links.map(({ stored }) => stored))
    .onConflict(['customerId', 'userId', 'purpose'])
    .merge([...REPLACED])
    .execute();
}

/** Voids the user's links of this purpose that were not used yet. */
export const dropLinks = (em: EntityManager, customerId: string, userId: string, purpose: Purpose): Promise<number> =>
  em.nativeDelete(OneTimeLink, { customerId, userId, purpose, consumedAt: null });
