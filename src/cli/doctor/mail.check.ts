import type { Config } from '../../ground/config/load.ts';
import { ok, warning, type Finding } from './check.ts';

/** Whether mail is configured. Does not connect, because an unreachable mail server is not this server's fault. */
export function checkMail({ env, mail: { smtpUrl } }: Config): Finding {
  if (smtpUrl !== undefined) return ok('SMTP_URL names the mail server.');
  if (env !== 'production') return ok('No SMTP_URL. Mails are kept for /dev/mailbox.');
  return warning(
    'No SMTP_URL. Nobody can be invited or reset a forgotten password, and no notices are sent.',
    'Set SMTP_URL to a mail server.',
  );
}
