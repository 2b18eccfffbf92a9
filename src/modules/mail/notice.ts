import type { RequestContext } from '../../kernel/context.ts';
import { renderSecurityNotice, type SecurityEvent } from '../../views/mail/index.ts';
import type { Letter } from './outbox.ts';

/** Who is told. */
export interface NoticeReader {
  readonly customerId: string;
  readonly customerName: string;
  readonly email: string;
  readonly name: string | null;
}

/** The mail that tells somebody what happened to their account, when and from which address. */
export function noticeLetter(ctx: RequestContext, reader: NoticeReader, event: SecurityEvent): Letter {
  const { customerId, customerName, email, name } = reader;
  const mail = renderSecurityNotice({
    customerName,
    email,
    name,
    at: ctx.clock.now(),
    ipAddress: ctx.origin.ip,
    ...event,
  });
  return { customerId, to: email, kind: 'security_notice', mail };
}
