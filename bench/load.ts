/**
 * The load: a closed loop over plain sockets, one request at a time on each connection. Requests are ready-made bytes
 * and answers are read no further than needed, so that the generator costs less than any server under test.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The next request of one connection; undefined when it has none left. */
export type Script = () => Buffer | undefined;

export interface Sample {
  readonly answers: number;
  readonly seconds: number;
  /** In milliseconds, ascending. */
  readonly latencies: Float64Array;
}

/** A request as it goes over the wire. */
export function bytesOf({ method, path, headers = {}, body }: Request): Buffer {
  const all = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`);
}

/**
 * Plays the scripts, each on a connection of its own, until `seconds` are over; every answer must have `status`, and
 * `heard` is told of it.
 */
export async function drive(
  port: number,
  scripts: readonly Script[],
  status: number,
  seconds: number,
  heard?: (answer: Buffer) => void,
): Promise<Sample> {
  const latencies: number[] = [];
  const sockets = await Promise.all(scripts.map(() => open(port)));
  const start = performance.now();
  const end = start + seconds * 1000;
  try {
    await Promise.all(sockets.map((socket, index) => play(socket, scripts[index]!, { status, end, latencies, heard })));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const elapsed = (performance.now() - start) / 1000;
  return { answers: latencies.length, seconds: elapsed, latencies: Float64Array.from(latencies).sort() };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

interface Game {
  readonly status: number;
  readonly end: number;
  readonly latencies: number[];
  readonly heard: ((answer: Buffer) => void) | undefined;
}

function play(socket: Socket, script: Script, { status, end, latencies, heard }: Game): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let received: Buffer | undefined;
    const next = (): void => {
      const now = performance.now();
      const request = now < end ? script() : undefined;
      if (!request) return resolve();
      sent = now;
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection.')));
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const head = received.indexOf('\r\n\r\n');
      if (head < 0 || received.length < head + 4 + bodyLength(received, head)) return;
      const answer = received;
      received = undefined;
      if (Number(answer.toString('latin1', 9, 12)) !== status)
        return reject(new Error(`An answer is not ${status}: ${answer.toString()}`));
      latencies.push(performance.now() - sent);
      try {
        heard?.(answer);
        next();
      } catch (error) {
        reject(new Error('An answer is not what it should be.', { cause: error }));
      }
    });
    next();
  });
}

function bodyLength(answer: Buffer, head: number): number {
  if (answer.toString('latin1', 9, 12) === '204') return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error(`An answer without a length: ${answer.toString()}`);
  return Number(length);
}
