import { Undeliverable } from '../../ground/jobs/courier.ts';
import { isLoopback } from '../../ground/http/loopback.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { Mail } from '../../views/mail/index.ts';

/** How many mails may be in progress at a time. */
export const CONNECTIONS = 5;

/** How long one mail may take. The transport's own limits are per step. */
const SEND_MS = 60_000;
const STEP_MS = 20_000;

/** A mail with its envelope. */
export interface Dispatch extends Mail {
  readonly id: string;
  readonly to: string;
  /** What the sender is called instead of the name in MAIL_FROM. */
  readonly senderName: string | null;
}

/** Sends mails to the mail server. */
export interface Transport {
  /** Resolves when the server has accepted the mail. Throws `Undeliverable` if the server rejects it permanently. */
  send(mail: Dispatch): Promise<void>;
  /** Closes the connections, and aborts the mails in progress. */
  close(): void;
}

/** Makes the transport to the mail server of SMTP_URL. Connections open when they are needed. */
export function openTransport(runtime: Runtime, url: string): Transport {
  const from = senderOf(runtime);
  const address = from.replace(/^.*</s, '').replace(/>$/, '');
  const domain = address.replace(/^.*@/s, '');
  const tls = runtime.settings.mail.tls ?? (isLoopback(url) ? 'optional' : 'required');
  const options = {
    url,
    // Links in mails give access to accounts. Without this, an attacker in the network could remove STARTTLS (RFC 3207).
    requireTLS: tls === 'required',
    pool: true,
    maxConnections: CONNECTIONS,
    // The outbox does the retries.
    maxRequeues: 0,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Loaded only if there is a mail server.
  const opened = import('nodemailer').then(({ createTransport }) => createTransport(options));
  return {
    send: async ({ id, to, subject, html, text, senderName }) => {
      const transport = await opened;
      const sent = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from: senderName === null ? from : { name: senderName, address },
        // An object, so that no part of the address is parsed as a second address.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // RFC 3834 §5: automatic responders do not answer.
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

/** The commands about this mail. The others are about the connection, whatever their answers. */
const OF_A_MAIL: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** RFC 4954 §6: the server requires authentication, which an operator can configure. */
const AUTHENTICATION_REQUIRED = 530;

/** RFC 5321 §4.2.1: after a 5yz answer, sending the same mail again is useless. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = error as Readonly<Record<string, unknown>>;
  const refused = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED;
  return refused && OF_A_MAIL.includes(command);
}

/** The failure in a few words, without the transport's internals. */
export function describeFailure(error: unknown): string {
  const { code, response, message } = error as Readonly<Record<string, unknown>>;
  const words = [code, response ?? message].filter((word) => typeof word === 'string');
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
