import type { EntityManager } from '@mikro-orm/postgresql';
import { Bell } from '../../jobs/bell.ts';
import { newId } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Mail } from '../../views/mail/index.ts';
import { mailErrors } from './errors.ts';
import { OutboxMail, type MailKind } from './outbox-mail.entity.ts';

/** A mail as its sender hands it in. */
export interface Letter {
  readonly customerId: string;
  readonly to: string;
  readonly kind: MailKind;
  readonly mail: Mail;
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
   * Writes the letters in the unit of work of the change they tell of; call `ring` once it is committed. Nothing where no mail
   * can be sent: a notice nobody can send stops nothing.
   */
  post(em: EntityManager, ...letters: readonly Letter[]): void {
    if (this.mode !== 'off') for (const letter of letters) em.create(OutboxMail, this.sealed(letter));
  }

  /** What a row's body was before it was sealed; null when it was sealed with another SECRET_KEY. */
  open(sealed: Buffer): Pick<Mail, 'html' | 'text'> | null {
    const plain = this.runtime.vault.open(PURPOSE, sealed);
    return plain && (JSON.parse(plain.toString()) as Pick<Mail, 'html' | 'text'>);
  }

  private sealed({ customerId, to, kind, mail: { subject, html, text } }: Letter) {
    const now = this.runtime.clock.now();
    return {
      id: newId(now),
      customerId,
      kind,
      to,
      subject,
      sealedBody: this.runtime.vault.seal(PURPOSE, JSON.stringify({ html, text })),
      nextAttemptAt: now,
      // The mailbox is where they were to go, so they have arrived.
      sentAt: this.mode === 'mailbox' ? now : null,
      createdAt: now,
    };
  }
}
