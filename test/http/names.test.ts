import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addressesOf } from '../../src/ground/http/names.ts';

const open: Socket[] = [];
afterEach(() => open.splice(0).forEach((socket) => void socket.close()));

/** RFC 1035 §3.1: labels, each behind its length. */
function nameIn(labels: Buffer): string {
  const [length] = labels;
  if (length === undefined) return '';
  const rest = nameIn(labels.subarray(1 + length));
  return labels.toString('latin1', 1, 1 + length) + (rest && `.${rest}`);
}

/** A name server that answers with these addresses, or with none that there is no such name. */
async function nameServer(answer: (name: string) => readonly number[] | null | 'silence'): Promise<string[]> {
  const socket = createSocket('udp4').on('message', (question, from) => {
    const end = question.indexOf(0, 12);
    const name = nameIn(question.subarray(12, end));
    const told = answer(name);
    if (told === 'silence') return;
    const isV4 = question.readUInt16BE(end + 1) === 1;
    const records = told && isV4 ? 1 : 0;
    const head = Buffer.from([question[0]!, question[1]!, 0x81, told ? 0x80 : 0x83, 0, 1, 0, records, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(told ?? [])]);
    socket.send(
      Buffer.concat([head, question.subarray(12, end + 5), ...(records ? [record] : [])]),
      from.port,
      from.address,
    );
  });
  open.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return [`127.0.0.1:${socket.address().port}`];
}

const soon = (): AbortSignal => AbortSignal.timeout(60_000);

describe('the addresses of a name', () => {
  it('are what the name server says', async () => {
    const asked: string[] = [];
    const servers = await nameServer((name) => {
      asked.push(name);
      return name === 'rp.example' ? [192, 0, 2, 7] : null;
    });
    expect(await addressesOf('rp.example', soon(), servers)).toEqual([{ address: '192.0.2.7', family: 4 }]);
    expect(asked).toEqual(['rp.example', 'rp.example']);
    await expect(addressesOf('other.example', soon(), servers)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('RFC 6761 §6.3: are those of this machine for localhost, and no name server is asked', async () => {
    const asked: string[] = [];
    const servers = await nameServer((name) => {
      asked.push(name);
      return 'silence';
    });
    for (const name of ['localhost', 'app.localhost'])
      for (const { address } of await addressesOf(name, soon(), servers))
        expect(['127.0.0.1', '::1']).toContain(address);
    expect(asked).toEqual([]);
  });

  it('are given up when the signal says so', async () => {
    const given = new AbortController();
    const servers = await nameServer(() => {
      given.abort();
      return 'silence';
    });
    await expect(addressesOf('rp.example', given.signal, servers)).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('are looked up without keeping other look-ups waiting, such as those of the database', async () => {
    const servers = await nameServer((name) => (name === 'rp.example' ? [192, 0, 2, 7] : 'silence'));
    const aborted = new AbortController();
    let pending = 50;
    const silent = Array.from({ length: 50 }, (_each, n) =>
      addressesOf(`silent${n}.example`, aborted.signal, servers)
        .catch(() => [])
        .finally(() => (pending -= 1)),
    );
    expect(await addressesOf('rp.example', soon(), servers)).toHaveLength(1);
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(pending).toBe(50);
    aborted.abort();
    await Promise.all(silent);
  });
});
