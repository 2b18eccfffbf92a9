import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { renderSecurityNotice, type SecurityEvent } from '../../views/mail/index.ts';
import { Brands } from '../branding/index.ts';
import { placeOf } from '../sessions/index.ts';
import { isCausedBy, mailReader } from './mail-reader.ts';
import type { Letter } from './outbox.ts';

/** The user who gets the notice. */
export interface NoticeReader {
  readonly customerId: string;
  readonly userId: string;
  readonly email: string;
  /** Whether the user has proved the address. A mail to an unproved one has no text from the account's creator. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** What the user has said of their language and time zone. */
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/**
 * The mail that tells a user what happened to the account and when. It names the device and the address only if the user
 * made the change: where others are stays private. A mail that stands for several changes names neither.
 */
export async function noticeLetter(
  ctx: RequestContext,
  em: EntityManager,
  reader: NoticeReader,
  event: SecurityEvent,
): Promise<Letter> {
  const { clock, runtime } = ctx;
  const { customerId, userId, email } = reader;
  const name = reader.emailVerified ? reader.name : null;
  const brand = await runtime.get(Brands).of(customerId, em);
  const isOfOne = event.event !== 'factors_changed_again';
  const place = isOfOne && isCausedBy(ctx, userId) ? await placeOf(ctx, em) : null;
  const mail = renderSecurityNotice({
    ...mailReader(ctx, brand, reader),
    email,
    name,
    at: clock.now(),
    ...place,
    ...event,
  });
  return { customerId, userId, to: email, kind: 'security_notice', mail };
}
