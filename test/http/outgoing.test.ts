import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Outgoing, type OutgoingFault, type Resolve } from '../../src/ground/http/outgoing.ts';
import { isReachable, networks } from '../../src/ground/http/public-address.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A server on this machine, and the paths it was asked for. */
async function serve(answer: RequestListener): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, hits };
}

type Env = 'development' | 'production';
const client = (env: Env, privateNetworks?: string[], resolve?: Resolve): Outgoing =>
  new Outgoing({ settings: { env, outgoing: { privateNetworks } } }, resolve);

const faultOf = async (answer: Promise<unknown>): Promise<OutgoingFault | 'none'> =>
  answer.then(
    () => 'none',
    (error: { name: string; fault: OutgoingFault }) => {
      expect(error.name).toBe('OutgoingError');
      return error.fault;
    },
  );

const nothing = networks([]);

describe('which addresses are public', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::8a'])(
    '%s is',
    (address) => {
      expect(isReachable(address, nothing)).toBe(true);
    },
  );

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by providers (CGNAT)', '100.64.0.1'],
    ['shared by providers (CGNAT), the metadata service of a cloud', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.1.1'],
    ['link-local, the metadata service of clouds', '169.254.169.254'],
    ['the metadata service of a cloud at a public address', '168.63.129.16'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.250'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a public one with a zone', '2606:4700::1111%eth0'],
    ['unique local', 'fc00::1'],
    ['unique local, the metadata service of a cloud', 'fd00:ec2::254'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard-only', '100::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['6to4 of a private address', '2002:0a00:0001::1'],
    ['6to4 of the metadata service', '2002:a9fe:a9fe::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped private, in hexadecimal', '::ffff:a00:1'],
    ['mapped metadata service', '::ffff:169.254.169.254'],
    ['mapped unspecified', '::ffff:0:0'],
    ['IPv4-compatible', '::10.0.0.1'],
    ['translated (SIIT)', '::ffff:0:10.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 of the unspecified address', '64:ff9b::'],
    ['NAT64 of this network', '64:ff9b::1'],
    ['NAT64 of a provider’s own', '64:ff9b:1::a00:1'],
    ['segment routing', '5f00::1'],
    ['no address at all', 'localhost'],
  ])('%s (%s) is not', (_what, address) => {
    expect(isReachable(address, nothing)).toBe(false);
  });

  it('takes an IPv4 address in IPv6 clothes for what it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const plain = isReachable(address, nothing);
        expect(isReachable(`::ffff:${address}`, nothing)).toBe(plain);
        expect(isReachable(`64:ff9b::${address}`, nothing)).toBe(plain);
      }),
    );
  });

  it('adds what the operator allows, and nothing beside it', () => {
    const allowed = networks(['10.1.0.0/16', 'fd00:1::/32', '192.168.7.7']);
    const reachable = ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '192.168.7.7'];
    const not = ['10.2.0.1', 'fd00:2::5', '192.168.7.8', '127.0.0.1'];
    expect(reachable.filter((address) => isReachable(address, allowed))).toEqual(reachable);
    expect(not.filter((address) => isReachable(address, allowed))).toEqual([]);
  });
});

describe('outgoing requests', () => {
  it('send method, headers and body, and give the answer as it is', async () => {
    const { port, hits } = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        response.writeHead(418, { 'x-seen': request.headers['content-type'] ?? '' }).end(`${text}!`);
      });
    });
    const answer = await client('development').fetch(`http://localhost:${port}/a?b=c`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'grüße',
    });
    expect(answer).toMatchObject({ status: 418, body: 'grüße!', headers: { 'x-seen': 'text/plain' } });
    expect(hits).toEqual(['POST /a?b=c']);
  });

  it.each(['http://rp.example/', 'ftp://rp.example/', 'file:///etc/passwd', 'https://user:pw@rp.example/', 'rp', ''])(
    'in production refuse %s without looking its name up',
    async (address) => {
      const lookups: string[] = [];
      const resolve: Resolve = (name) => {
        lookups.push(name);
        return Promise.resolve([{ address: '1.1.1.1', family: 4 }]);
      };
      expect(await faultOf(client('production', undefined, resolve).fetch(address))).toBe('address');
      expect(lookups).toEqual([]);
    },
  );

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('in production refuse %s', async (address) => {
    expect(await faultOf(client('production').fetch(address))).toBe('address');
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[fd00:ec2::254]/'])(
    'in development refuse %s, which is not this machine',
    async (address) => {
      expect(await faultOf(client('development').fetch(address))).toBe('address');
    },
  );

  it('refuse a name that resolves to a private address, alone or among others', async () => {
    const { port, hits } = await serve((_request, response) => void response.end());
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['127.0.0.1', '1.1.1.1'], ['::ffff:127.0.0.1']]) {
      const resolve: Resolve = () =>
        Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      expect(await faultOf(client('development', [], resolve).fetch(`http://rp.example:${port}/`))).toBe('address');
    }
    expect(hits).toEqual([]);
  });

  it('look a name up once, so that what is connected to is what was checked', async () => {
    const { port, hits } = await serve((_request, response) => void response.end('good'));
    let lookups = 0;
    const rebinding: Resolve = () =>
      Promise.resolve([{ address: (lookups += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    const outgoing = client('development', ['127.0.0.1'], rebinding);
    expect((await outgoing.fetch(`http://rp.example:${port}/`)).body).toBe('good');
    expect({ lookups, hits }).toEqual({ lookups: 1, hits: ['GET /'] });
    expect(await faultOf(outgoing.fetch(`http://rp.example:${port}/`))).toBe('address');
  });

  it('follow no redirect, to a private address or any other', async () => {
    const inside = await serve((_request, response) => void response.end('secret'));
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end();
    });
    const answer = await client('development').fetch(`http://127.0.0.1:${outside.port}/`);
    expect({ status: answer.status, hits: inside.hits }).toEqual({ status: 302, hits: [] });
  });

  it('take no proxy from the environment', async () => {
    const proxy = await serve((_request, response) => void response.end('proxied'));
    const { port } = await serve((_request, response) => void response.end('direct'));
    const names = ['http_proxy', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY'] as const;
    closers.push(() => names.forEach((name) => delete process.env[name]));
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
    expect((await client('development').fetch(`http://127.0.0.1:${port}/`)).body).toBe('direct');
  });

  it.each([
    ['never comes', () => {}],
    ['comes a byte at a time', (_request, response) => drip(() => response.write('x'))],
    [
      'has a head without an end',
      ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(() => socket.write('x: y\r\n'));
      },
    ],
  ] satisfies [string, RequestListener][])('give up an answer that %s', async (_how, answer) => {
    const { port } = await serve(answer);
    const asked = client('development').fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 300 });
    expect(await faultOf(asked)).toBe('timeout');
  });

  it('give up a name that is looked up for ever', async () => {
    const never: Resolve = (_name, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    expect(await faultOf(client('production', [], never).fetch('https://rp.example/', { timeoutMs: 100 }))).toBe(
      'timeout',
    );
  });

  it('stop reading an answer that has no end', async () => {
    let written = 0;
    const { port } = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    });
    const asked = client('development').fetch(`http://127.0.0.1:${port}/`, { maxBytes: 1_000, timeoutMs: 30_000 });
    expect(await faultOf(asked)).toBe('too_large');
    expect(written).toBeLessThan(50_000_000);
  });

  it('tell what is not there from what is not allowed', async () => {
    const { port } = await serve((request) => void request.socket.destroy());
    expect(await faultOf(client('development').fetch(`http://127.0.0.1:${port}/`))).toBe('unreachable');
    expect(await faultOf(client('development').fetch(`https://127.0.0.1:${port}/`))).toBe('unreachable');
    const unknown: Resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await faultOf(client('production', [], unknown).fetch('https://rp.example/'))).toBe('unreachable');
    expect(await faultOf(client('production', [], () => Promise.resolve([])).fetch('https://rp.example/'))).toBe(
      'address',
    );
  });
});

/** Does something every 50 ms for as long as the test runs. */
function drip(write: () => void): void {
  const timer = setInterval(write, 50);
  closers.push(() => clearInterval(timer));
}
