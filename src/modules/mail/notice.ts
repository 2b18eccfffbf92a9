import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { renderSecurityNotice, type SecurityEvent } from '../../views/mail/index.ts';
import { placeOf } from '../sessions/index.ts';
import type { Letter } from './outbox.ts';

/** Who is told. */
export interface NoticeReader {
  readonly customerId: string;
  readonly customerName: string;
  readonly userId: string;
  readonly email: string;
  /** Whether the address is known to be theirs. What one not proved is sent holds no text of whoever made the account. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/**
 * The mail that tells somebody what happened to their account and when; and from which device and address, where it was
 * they themselves, as far as anybody can tell. Where others are is none of their business.
 */
export async function noticeLetter(
  ctx: RequestContext,
  db: Database,
  reader: NoticeReader,
  event: SecurityEvent,
): Promise<Letter> {
  const { viewer, clock } = ctx;
  const { customerId, customerName, userId, email } = reader;
  const name = reader.emailVerified ? reader.name : null;
  // On pages nobody is a viewer: there it is who has the session, or the link.
  const byThemselves = viewer.kind === 'anonymous' || (viewer.kind === 'user' && viewer.userId === userId);
  const place = byThemselves ? await placeOf(ctx, db) : null;
  const mail = renderSecurityNotice({ customerName, email, name, at: clock.now(), ...place, ...event });
  return { customerId, to: email, kind: 'security_notice', mail };
}
