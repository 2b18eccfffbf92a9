import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { oneAtATime } from '../../src/ground/http/pipelines.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

let refused = 0;
async function open(answer: RequestListener): Promise<Socket> {
  refused = 0;
  const server = createServer(oneAtATime(answer, () => void (refused += 1))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => {});
  closers.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(socket, 'connect');
  return socket;
}

const many = (count: number): string =>
  Array.from({ length: count }, (_each, n) => `GET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

describe('requests that come all at once on one connection', () => {
  it('RFC 9112 §9.3.2: begin one after the other, and are answered in their order', async () => {
    let begun = 0;
    let underWay = 0;
    let most = 0;
    const socket = await open((request, response) => {
      begun += 1;
      most = Math.max(most, (underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        response.end(`[${request.url}]`);
      });
    });
    let text = '';
    socket.on('data', (more: string) => (text += more)).write(many(21));
    while (!text.includes('[/20]')) await once(socket, 'data');
    expect([begun, most, refused]).toEqual([21, 1, 0]);
    expect(text.match(/\[\/\d+\]/g)).toEqual(Array.from({ length: 21 }, (_each, n) => `[/${n}]`));
    socket.write(many(1));
    await once(socket, 'data');
    expect(begun).toBe(22);
  });

  it('do not begin while an answer is not read', async () => {
    const responses: ServerResponse[] = [];
    const socket = await open((_request, response) => {
      responses.push(response);
      response.end(Buffer.alloc(16 * 1024 * 1024));
    });
    socket.pause().write(many(10));
    const other = connect(socket.remotePort!, '127.0.0.1').setEncoding('utf8');
    closers.push(() => other.destroy());
    other.write('GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(other, 'data');
    expect(new Set(responses.map(({ req }) => req.url))).toEqual(new Set(['/0', '/other']));
  });

  it('close the connection if they are too many, and nothing of it begins any more', async () => {
    let begun = 0;
    const socket = await open(() => void (begun += 1));
    socket.resume().write(many(500));
    await once(socket, 'close');
    expect([begun, refused]).toEqual([1, 1]);
  });
});
