import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

/** A mail as it arrived: its envelope's recipient, its headers, and its parts with their encoding undone. */
export interface ArrivedMail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly source: string;
  /** The first link of the text part. */
  readonly link: string;
}

/** How the server behaves. */
interface Manners {
  /** Refuses every mail for now. */
  refusing: boolean;
  /** The replies by which it refuses at these steps. */
  refusals: Partial<Record<'connect' | 'MAIL FROM' | 'RCPT TO' | 'DATA', number>>;
  /** Keeps mails to this domain waiting until there is none. */
  stuckDomain: string | null;
  /** Milliseconds before a mail is taken over. */
  slowness: number;
  /** Takes mails over, and breaks the connection instead of saying so. */
  isCutOff: boolean;
}

/** A mail server that keeps what it gets, and can be stopped, started again on its port, slowed down and made refuse. */
export class Mailbox {
  readonly mails: ArrivedMail[] = [];
  readonly manners: Manners = { refusing: false, refusals: {}, stuckDomain: null, slowness: 0, isCutOff: false };
  /** Mails to the stuck domain that it keeps waiting. */
  stuck = 0;
  /** The replies by which it has refused. */
  readonly refused: number[] = [];
  private server: SMTPServer | undefined;

  /** 0 for any port that is free. */
  constructor(private port = 0) {}

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 50,
      onConnect: (_session, callback) => callback(this.refusal('connect')),
      onMailFrom: (_address, _session, callback) => callback(this.refusal('MAIL FROM')),
      onRcptTo: (_address, _session, callback) => callback(this.refusal('RCPT TO')),
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = this.refusal('DATA');
          if (refusal) {
            callback(refusal);
            return;
          }
          const to = session.envelope.rcptTo[0]?.address ?? '';
          const take = (): void => {
            if (to.endsWith(`@${this.manners.stuckDomain}`)) {
              this.stuck += 1;
              setTimeout(() => ((this.stuck -= 1), take()), 25);
              return;
            }
            this.mails.push(read(to, Buffer.concat(chunks).toString()));
            if (this.manners.isCutOff)
              [...server.connections].find((one) => one.session === session)?._socket.destroy();
            else callback();
          };
          setTimeout(take, this.manners.slowness);
        });
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private refusal(step: keyof Manners['refusals']): Error | null {
    const responseCode = this.manners.refusals[step] ?? (step === 'DATA' && this.manners.refusing ? 451 : undefined);
    if (responseCode === undefined) return null;
    this.refused.push(responseCode);
    return Object.assign(new Error('Not this one'), { responseCode });
  }

  /** The mails that went to an address so far. */
  to(address: string): ArrivedMail[] {
    return this.mails.filter((mail) => mail.to.toLowerCase() === address.toLowerCase());
  }

  /** The newest mail to an address once there are `count`. */
  next(address: string, count = 1): Promise<ArrivedMail> {
    return until(() => {
      const arrived = this.to(address);
      return arrived.length >= count && arrived.at(-1);
    });
  }
}

function read(to: string, source: string): ArrivedMail {
  const unfolded = source.replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
  // Quoted-printable: soft line breaks, then the escaped equals signs of the links.
  const plain = source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  return {
    to,
    messageId: header('Message-ID'),
    subject: header('Subject'),
    source: plain,
    link: /https?:\/\/[^\s"<>]+\?token=[\w-]+/.exec(plain)?.[0] ?? '',
  };
}
