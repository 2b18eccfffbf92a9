import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';

const BREACHED = 'marmalade trombone 7';
const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();

/** A service that knows one password, and pads its answer with hashes that were never found. */
const asked: IncomingMessage[] = [];
let status = 200;
const service = createServer((request, response) => {
  asked.push(request);
  const padding = `${'0'.repeat(35)}:0`;
  response
    .writeHead(status)
    .end([padding, `${hash.slice(5)}:${request.url?.endsWith(hash.slice(0, 5)) ? 3 : 0}`].join('\r\n'));
}).listen(0, '127.0.0.1');
await once(service, 'listening');

const app = useApp({
  SIGNUP_ENABLED: 'true',
  PASSWORD_BREACH_RANGE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`,
});
afterAll(() => void service.close());
afterEach(() => {
  asked.length = 0;
  status = 200;
});

const signUp = (email: string, password: string) => app.send('POST', '/api/users', { body: { email, password } });

describe('passwords known from data breaches', () => {
  it('are refused, and five digits of the hash are all that leaves the server', async () => {
    const answer = await signUp('ada@example.com', BREACHED);
    expect(answer.status).toBe(400);
    expect(answer.body.error_description).toContain('data breach');
    expect(asked.map(({ url }) => url)).toEqual([`/range/${hash.slice(0, 5)}`]);
    expect(asked[0]!.headers['add-padding']).toBe('true');
  });

  it('let others pass', async () => {
    expect((await signUp('grace@example.com', 'trombone marmalade 8')).status).toBe(201);
    expect(asked).toHaveLength(1);
  });

  it('are accepted while the service does not answer', async () => {
    status = 503;
    expect((await signUp('alan@example.com', BREACHED)).status).toBe(201);
  });

  it('are not looked up when they are refused anyway', async () => {
    expect((await signUp('joan@example.com', 'password')).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
