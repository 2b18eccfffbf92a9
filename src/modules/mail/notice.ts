import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { renderSecurityNotice, type SecurityEvent } from '../../views/mail/index.ts';
import { placeOf } from '../sessions/index.ts';
import type { Letter } from './outbox.ts';

/** The user who gets the notice. */
export interface NoticeReader {
  readonly customerId: string;
  readonly customerName: string;
  readonly userId: string;
  readonly email: string;
  /** Whether the user has proved the address. A mail to an unproved one has no text from the account's creator. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/**
 * The mail that tells a user what happened to the account and when. It names the device and the address only if the user
 * made the change: where others are stays private.
 */
export async function noticeLetter(
  ctx: RequestContext,
  em: EntityManager,
  reader: NoticeReader,
  event: SecurityEvent,
): Promise<Letter> {
  const { viewer, clock } = ctx;
  const { customerId, customerName, userId, email } = reader;
  const name = reader.emailVerified ? reader.name : null;
  // A page's viewer is anonymous: it is the user who has the session or the link.
  const byThemselves = viewer.kind === 'anonymous' || (viewer.kind === 'user' && viewer.userId === userId);
  const place = byThemselves ? await placeOf(ctx, em) : null;
  const mail = renderSecurityNotice({ customerName, email, name, at: clock.now(), ...place, ...event });
  return { customerId, userId, to: email, kind: 'security_notice', mail };
}
