import { Bell } from '../../jobs/bell.ts';
import { newId } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Mail } from '../../views/mail/index.ts';
import { mailErrors } from './errors.ts';
import type { MailKind } from './outbox-mail.entity.ts';

/** A mail as its sender hands it in. */
export interface Letter {
  readonly customerId: string;
  readonly to: string;
  readonly kind: MailKind;
  readonly mail: Mail;
}

/** A row of outbox_mails under its column names. */
interface MailRow {
  readonly id: string;
  readonly customer_id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly subject: string;
  readonly sealed_body: string;
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly sent_at: Date | null;
  readonly created_at: Date;
}

/** The purpose bodies are sealed for. */
export const PURPOSE = 'mail';

/** Where mails go into. Rung once they are committed; without that they wait for the worker's next look. */
export class Outbox extends Bell {
  /** `smtp`: they are sent. `mailbox`: they are kept for the development mailbox. `off`: there is no way to send any. */
  readonly mode: 'smtp' | 'mailbox' | 'off';

  constructor(private readonly runtime: Runtime) {
    super();
    const { env, mail } = runtime.settings;
    this.mode = mail.smtpUrl ? 'smtp' : env === 'production' ? 'off' : 'mailbox';
  }

  /** For what is nothing without its mail: `unavailable` where none can be sent. */
  require(): void {
    if (this.mode === 'off') throw mailErrors.MAIL_NOT_CONFIGURED();
  }

  /**
   * The letters as rows, for `insertMails` in the transaction of the change they tell of, or for
   * `jsonb_populate_recordset(null::outbox_mails, $n)` in its statement. No rows where no mail can be sent: a notice
   * nobody can send stops nothing. Call `ring` once they are committed.
   */
  rows(letters: readonly Letter[]): string {
    return JSON.stringify(this.mode === 'off' ? [] : letters.map((letter) => this.row(letter)));
  }

  /** What a row's body was before it was sealed; null when it was sealed with another SECRET_KEY. */
  open(sealed: Buffer): Pick<Mail, 'html' | 'text'> | null {
    const plain = this.runtime.vault.open(PURPOSE, sealed);
    return plain && (JSON.parse(plain.toString()) as Pick<Mail, 'html' | 'text'>);
  }

  private row({ customerId, to, kind, mail: { subject, html, text } }: Letter): MailRow {
    const now = this.runtime.clock.now();
    return {
      id: newId(now),
      customer_id: customerId,
      kind,
      recipient: to,
      subject,
      sealed_body: `\\x${this.runtime.vault.seal(PURPOSE, JSON.stringify({ html, text })).toString('hex')}`,
      attempts: 0,
      next_attempt_at: now,
      // The mailbox is where they were to go, so they have arrived.
      sent_at: this.mode === 'mailbox' ? now : null,
      created_at: now,
    };
  }
}
