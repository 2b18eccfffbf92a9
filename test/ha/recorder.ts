/**
 * Asks, and records what came of it: acknowledged, put off in a documented way, cut off, or answered in a shape that
 * nothing documents.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Heard {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** How one request ended. */
export interface Ending {
  readonly kind: string;
  readonly outcome: 'ok' | 'put off' | 'cut off' | 'wrong';
  /** Seconds since the recorder began. */
  readonly at: number;
  /** How long it took, in seconds. */
  readonly took: number;
  readonly detail: string;
}

export class Recorder {
  readonly endings: Ending[] = [];
  private readonly begin = performance.now();
  private readonly kept = new Agent({ keepAlive: true });
  private readonly fresh = new Agent({ keepAlive: false });

  constructor(
    private readonly port: number,
    private readonly host = '127.0.0.1',
  ) {}

  get now(): number {
    return (performance.now() - this.begin) / 1000;
  }

  /**
   * Sends a request, and records it under `kind`. `expected` are the statuses of success. Gives the answer if it is a
   * success, and undefined otherwise.
   */
  async ask(
    kind: string,
    asked: Asked,
    { expected = [200], fresh = false }: { expected?: readonly number[]; fresh?: boolean } = {},
  ): Promise<Heard | undefined> {
    const at = this.now;
    const note = (outcome: Ending['outcome'], detail: string): void =>
      void this.endings.push({ kind, outcome, at, took: this.now - at, detail });
    let heard: Heard;
    try {
      heard = await this.send(asked, fresh);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      note('cut off', code ?? message);
      return undefined;
    }
    if (expected.includes(heard.status)) {
      note('ok', '');
      return heard;
    }
    const fault = faultOf(asked, heard);
    note(fault === undefined ? 'put off' : 'wrong', fault ?? String(heard.status));
    return undefined;
  }

  /** Notes that an answer was wrong, although its status was not. */
  find(kind: string, detail: string): void {
    this.endings.push({ kind, outcome: 'wrong', at: this.now, took: 0, detail });
  }

  close(): void {
    this.kept.destroy();
    this.fresh.destroy();
  }

  private send({ method, path, headers = {}, body }: Asked, fresh: boolean): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { host: this.host, port: this.port, method, path, agent: fresh ? this.fresh : this.kept };
      const sent = request({ ...options, headers: { ...headers, ...length }, timeout: 40_000 }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** What an answer must never have, whatever went wrong. */
const LEAKS =
  /\bat \S+ \(|node_modules|ECONNREFUSED|\bselect .+ from\b|\binsert into\b|\bpg_[a-z]{4}|SQLSTATE|terminating conn/i;

/** What is not as documented in an answer that is no success; undefined if all is. */
function faultOf({ path }: Asked, { status, headers, text }: Heard): string | undefined {
  // The request's id is random letters.
  const leak = LEAKS.exec(text.replaceAll(String(headers['x-request-id']), ''));
  if (leak) return `${status} that tells too much: ${leak[0]}`;
  if (/<h1>(502|503|504) /.test(text) || /<center>nginx/.test(text)) return `${status} of the balancer`;
  if (status !== 503 && status !== 429) return `${status} ${text.slice(0, 120)}`;
  if (headers['retry-after'] === undefined) return `${status} without Retry-After`;
  if (headers['content-type']?.startsWith('text/html'))
    return text.includes('<title>') ? undefined : 'a page without a title';
  try {
    const body = JSON.parse(text) as { error?: string; errors?: { extensions?: { code?: string } }[] };
    if (path === '/graphql') return body.errors?.[0]?.extensions?.code ? undefined : `GraphQL: ${text.slice(0, 120)}`;
    return typeof body.error === 'string' ? undefined : `JSON: ${text.slice(0, 120)}`;
  } catch {
    return `no JSON: ${text.slice(0, 120)}`;
  }
}
