import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claimsIn } from './logins.ts';

/** A request for logout as it arrived. */
export interface ToldLogout {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
  readonly token: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into tokens of every shape
  readonly claims: any;
}

/** An application's server that is told of logouts, and answers as a test says. */
export class RelyingParty {
  readonly told: ToldLogout[] = [];
  /** What it answers; a promise keeps the caller waiting. */
  answer: () => number | Promise<number> = () => 200;
  private server: Server | undefined;
  private port = 0;

  get uri(): string {
    return `http://127.0.0.1:${this.port}/backchannel?app=1`;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const token = form.get('logout_token') ?? '';
        const { method = '', headers } = request;
        this.told.push({ method, headers, form, token, claims: claimsIn(token) });
        void Promise.resolve(this.answer()).then((status) => response.writeHead(status).end());
      });
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** What it was told of a session so far. */
  of(sid: string): ToldLogout[] {
    return this.told.filter(({ claims }) => claims.sid === sid);
  }
}
