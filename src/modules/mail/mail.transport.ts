import { Undeliverable } from '../../jobs/courier.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Mail } from '../../views/mail/index.ts';

/** Mails that may be on their way to the mail server at a time. */
export const CONNECTIONS = 5;

/** How long one mail may take, whatever the mail server does; the transport's own limits are per step. */
const SEND_MS = 60_000;
const STEP_MS = 20_000;

/** A mail with its envelope. */
export interface Dispatch extends Mail {
  readonly id: string;
  readonly to: string;
}

/** The way to the mail server. */
export interface Transport {
  /** Resolves once the server has taken the mail over; `Undeliverable` where it has refused it for good. */
  send(mail: Dispatch): Promise<void>;
  /** Closes the connections; mails under way are given up. */
  close(): void;
}

/** Connections to the mail server of SMTP_URL, opened as they are needed. */
export function openTransport(runtime: Runtime, url: string): Transport {
  const from = senderOf(runtime);
  const domain = from.replace(/^.*@/s, '').replace(/>$/, '');
  const tls = runtime.settings.mail.tls ?? (isLoopback(url) ? 'optional' : 'required');
  const options = {
    url,
    // Links in mails are keys to accounts: RFC 3207 without this would take anybody's word that there is no TLS.
    requireTLS: tls === 'required',
    pool: true,
    maxConnections: CONNECTIONS,
    // Trying again is the outbox's business: it remembers.
    maxRequeues: 0,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Loaded only where there is a mail server to speak to.
  const opened = import('nodemailer').then(({ createTransport }) => createTransport(options));
  return {
    send: async ({ id, to, subject, html, text }) => {
      const transport = await opened;
      const sent = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        // An object, so that no part of an address is read as a second one.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // RFC 3834 §5: nobody's absence note is to answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(SEND_MS),
      });
      await sent.catch((cause: unknown) => {
        throw isFinal(cause) ? new Undeliverable(describeFailure(cause), { cause }) : cause;
      });
    },
    close: () => void opened.then((transport) => transport.close({ force: true })),
  };
}

/** MAIL_FROM, or an address at the host of the base URL. */
function senderOf({ settings: { mail, server } }: Runtime): string {
  if (mail.from) return mail.from;
  const { hostname } = new URL(server.baseUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return `no-reply@${isAddress ? `[${hostname.replace(/^\[/, 'IPv6:').replace(/\]$/, '')}]` : hostname}`;
}

/** The commands that are about this mail; the others are about the connection, whatever their answers. */
const OF_A_MAIL: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** RFC 4954 §6: the server wants us to authenticate first, which an operator can mend. */
const AUTHENTICATION_REQUIRED = 530;

/** RFC 5321 §4.2.1: the server says by 5yz that it will give the same answer whenever this mail is sent. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as Readonly<Record<string, unknown>>;
  const refused = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED;
  return refused && OF_A_MAIL.includes(command);
}

/** What went wrong, short enough to keep and without what the transport knows of itself. */
export function describeFailure(error: unknown): string {
  const { code, response, message } = error as Readonly<Record<string, unknown>>;
  const words = [code, response ?? message].filter((word) => typeof word === 'string');
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
