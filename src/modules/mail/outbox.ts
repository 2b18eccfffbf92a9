import type { EntityManager } from '@mikro-orm/postgresql';
import { Bell } from '../../ground/jobs/bell.ts';
import { newId } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { Mail } from '../../views/mail/index.ts';
import { mailErrors } from './errors.ts';
import { OutboxMail, type MailKind } from './outbox-mail.entity.ts';

/** A mail as another module posts it. */
export interface Letter {
  readonly customerId: string;
  readonly userId: string;
  readonly to: string;
  readonly kind: MailKind;
  readonly mail: Mail;
  /** When it is sent; at once if it is left out. */
  readonly dueAt?: Date;
}

/** The purpose that bodies are sealed for. */
export const PURPOSE = 'mail';

/** Stores mails. Call `ring` after the commit; otherwise they wait for the worker's next look. */
export class Outbox extends Bell {
  /** `smtp`: mails are sent. `mailbox`: the development mailbox shows them. `off`: mails cannot be sent. */
  readonly mode: 'smtp' | 'mailbox' | 'off';

  constructor(private readonly runtime: Runtime) {
    super();
    const { env, mail } = runtime.settings;
    this.mode = mail.smtpUrl ? 'smtp' : env === 'production' ? 'off' : 'mailbox';
  }

  /** For operations that need a mail. Throws `unavailable` if mails cannot be sent. */
  require(): void {
    if (this.mode === 'off') throw mailErrors.MAIL_NOT_CONFIGURED();
  }

  /**
   * Stores letters in the unit of work of the change that they report. Call `ring` after the commit. Does nothing if mails
   * cannot be sent, so a missing notice blocks no change.
   */
  post(em: EntityManager, ...letters: readonly Letter[]): void {
    if (this.mode !== 'off') for (const letter of letters) em.create(OutboxMail, this.sealed(letter));
  }

  /** Stores a letter about something that is done already, in one statement, and has it sent. */
  async send(letter: Letter): Promise<void> {
    if (this.mode === 'off') return;
    await this.runtime.fork().insert(OutboxMail, this.sealed(letter));
    this.ring();
  }

  /** The body of a row. Null if it was sealed with another SECRET_KEY. */
  open(sealed: Buffer): Pick<Mail, 'html' | 'text'> | null {
    const plain = this.runtime.vault.open(PURPOSE, sealed);
    return plain && (JSON.parse(plain.toString()) as Pick<Mail, 'html' | 'text'>);
  }

  private sealed({ customerId, userId, to, kind, dueAt, mail: { subject, html, text } }: Letter) {
    const now = this.runtime.clock.now();
    return {
      id: newId(now),
      customerId,
      userId,
      kind,
      to,
      subject,
      sealedBody: this.runtime.vault.seal(PURPOSE, JSON.stringify({ html, text })),
      // A mail for the mailbox is delivered by being there.
      attempts: this.mode === 'mailbox' ? 1 : 0,
      nextAttemptAt: dueAt ?? now,
      sentAt: this.mode === 'mailbox' ? now : null,
      createdAt: now,
    };
  }
}
