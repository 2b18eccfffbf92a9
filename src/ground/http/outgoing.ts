import type { LookupAddress } from 'node:dns';
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { addressesOf } from './names.ts';
import { isReachable, networks, type Networks } from './public-address.ts';
import { traced } from '../kernel/activity.ts';
import type { Settings } from '../kernel/runtime.ts';

/** A request to an address that a user or client has registered. */
export interface OutgoingRequest {
  /** GET by default. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest body that is read; 64 KiB by default. */
  readonly maxBytes?: number;
  /** How long the whole request may take, from looking up the name to the last byte. 5 seconds by default. */
  readonly timeoutMs?: number;
}

/** An answer of any status, including redirects and errors. */
export interface OutgoingAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * Why there is no answer. `address`: the address is not allowed. `unreachable`: no server answered, or not in HTTP.
 * `timeout` and `too_large`: more than the request allows.
 */
export type OutgoingFault = 'address' | 'unreachable' | 'timeout' | 'too_large';

/** An outgoing request got no answer. The message names no internal address, so the owner of the address may see it. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly fault: OutgoingFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Finds the addresses of a name. Ends with the signal. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 5_000;

/** This machine, where applications under development run. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * Sends every request to addresses that others have registered. It uses https (http only outside production) and reaches
 * public IP addresses (and those that OUTGOING_PRIVATE_NETWORKS allows), within limits of size and time. It connects to
 * the very addresses that it has checked, so a name cannot change in between. It follows no redirect, uses no proxy and
 * keeps no connection.
 */
export class Outgoing {
  private readonly allowed: Networks;
  private readonly protocols: readonly string[];

  constructor(
    { settings }: { readonly settings: Pick<Settings, 'env' | 'outgoing'> },
    private readonly resolve: Resolve = addressesOf,
  ) {
    const { env, outgoing } = settings;
    this.allowed = networks(outgoing.privateNetworks ?? (env === 'production' ? [] : LOOPBACK));
    this.protocols = env === 'production' ? ['https:'] : ['https:', 'http:'];
  }

  /** Sends one request and reads the answer. Throws an `OutgoingError` if there is none. */
  async fetch(address: string, asked: OutgoingRequest = {}): Promise<OutgoingAnswer> {
    const url = this.readAddress(address);
    const { method = 'GET', headers } = asked;
    // The path may hold a secret of whoever registered the address.
    const attributes = {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    };
    return traced('client', method, attributes, async (span) => {
      const answer = await this.send(url, { ...asked, headers: { ...headers, ...span?.headers() } });
      span?.describe({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  private async send(url: URL, asked: OutgoingRequest): Promise<OutgoingAnswer> {
    const signal = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS);
    try {
      const found = await this.addressesOf(url.hostname.replace(/^\[|\]$/g, ''), signal);
      const response = await begin(url, asked, { signal, lookup: only(found) });
      const body = await read(response, asked.maxBytes ?? MAX_BYTES);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (cause) {
      if (cause instanceof OutgoingError) throw cause;
      if (signal.aborted) throw new OutgoingError('timeout', 'The answer took too long.', { cause });
      const { code } = cause as NodeJS.ErrnoException;
      const why = typeof code === 'string' ? ` (${code})` : '';
      throw new OutgoingError('unreachable', `There is no answer from this address${why}.`, { cause });
    }
  }

  private readAddress(address: string): URL {
    const url = URL.parse(address);
    if (!url || !this.protocols.includes(url.protocol)) throw refused('The address is not https.');
    if (url.username || url.password) throw refused('The address holds credentials.');
    return url;
  }

  private async addressesOf(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await this.resolve(host, signal);
    if (found.length === 0) throw refused('The address has a name that leads nowhere.');
    // All of them must be public, because a socket tries the next address if one does not answer.
    if (!found.every(({ address }) => isReachable(address, this.allowed)))
      throw refused('The address is not on the public internet.');
    return found;
  }
}

/** Looks up no name. Gives sockets only the addresses that were checked before. */
const only =
  (found: LookupAddress[]): LookupFunction =>
  (_hostname, { all }, done) =>
    all ? done(null, found) : done(null, found[0]!.address, found[0]!.family);

const refused = (message: string): OutgoingError => new OutgoingError('address', message);

async function begin(url: URL, asked: OutgoingRequest, options: RequestOptions): Promise<IncomingMessage> {
  const { method = 'GET', headers, body } = asked;
  // Loaded when it is first needed.
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, {
      ...options,
      method,
      // A new agent uses no proxy and shares no connection.
      agent: false,
      headers: {
        'user-agent': 'Guildhall',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    });
    request.once('response', resolve);
    // Not `once`: an aborted request may emit more errors, and an error without a listener ends the process.
    request.on('error', reject);
    request.end(body);
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new OutgoingError('too_large', `The answer is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
