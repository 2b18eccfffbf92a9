import { describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import { callerAddress, type ForwardedHeader } from '../../src/ground/http/caller-address.ts';

const PEER = '10.0.0.1';

interface Given {
  readonly peer?: string;
  readonly trust?: false | number | string[];
  readonly header?: ForwardedHeader;
}

function callerOf(sent: string, { peer = PEER, trust = 1, header = 'x-forwarded-for' }: Given = {}): string {
  const app = express().set('trust proxy', trust).set('forwarded header', header);
  return callerAddress({ app, headers: { [header]: sent }, socket: { remoteAddress: peer } } as unknown as Request);
}

const byForwarded = (sent: string, trust: number | string[] = 1) => callerOf(sent, { header: 'forwarded', trust });

describe('the address of a caller', () => {
  it.each([
    ['198.51.100.8', '198.51.100.8'],
    ['198.51.100.8:40000', '198.51.100.8'],
    ['"198.51.100.8:40000"', '198.51.100.8'],
    ['2001:DB8::9', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[2001:db8::9]:443', '2001:db8::9'],
    ['[2001:db8:0::9%eth0]:443', '2001:db8::9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:198.51.100.8', '198.51.100.8'],
    ['203.0.113.1, 198.51.100.8:1', '198.51.100.8'],
    ['", 198.51.100.8', '198.51.100.8'],
    ['203.0.113.1,, 198.51.100.8 ,', '198.51.100.8'],
  ])('X-Forwarded-For: %s is %s', (sent, address) => expect(callerOf(sent)).toBe(address));

  it.each([
    '',
    'unknown',
    '_hidden',
    'x'.repeat(500),
    '198.51.100',
    '198.51.100.8:4 0',
    '[198.51.100.8',
    '999.1.1.1',
    '[]:1',
  ])('is the peer if the proxy tells no address: %s', (sent) => {
    expect(callerOf(sent)).toBe(PEER);
    expect(callerOf(`203.0.113.1, ${sent || '-'}`)).toBe(PEER);
  });

  it('is the peer if that is no proxy', () => {
    expect(callerOf('198.51.100.8', { trust: false })).toBe(PEER);
    expect(callerOf('198.51.100.8', { trust: ['10.9.0.0/16'] })).toBe(PEER);
    expect(callerOf('198.51.100.8', { trust: false, peer: '::ffff:10.0.0.1' })).toBe(PEER);
    expect(callerOf('198.51.100.8', { trust: false, peer: 'fe80::1%eth0' })).toBe('fe80::1');
  });

  it('is what the last trusted proxy tells', () => {
    const chain = '203.0.113.1, 198.51.100.8:5, 10.0.0.2:7';
    expect(callerOf(chain, { trust: 2 })).toBe('198.51.100.8');
    expect(callerOf(chain, { trust: ['10.0.0.0/8'] })).toBe('198.51.100.8');
    expect(callerOf('203.0.113.1, unknown, 10.0.0.2', { trust: ['10.0.0.0/8'] })).toBe('10.0.0.2');
    expect(callerOf('10.0.0.3', { trust: 5 })).toBe('10.0.0.3');
  });

  it.each([
    ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for=192.0.2.43, for="198.51.100.17:_port"', '198.51.100.17'],
    ['by=203.0.113.43;for=192.0.2.60', '192.0.2.60'],
    ['for=192.0.2.60;host="a;for=9.9.9.9,for=8.8.8.8"', '192.0.2.60'],
    [String.raw`for=9.9.9.9;x=", for=192.0.2.60;host="\"a\\"`, '192.0.2.60'],
    ['for=9.9.9.9;x=", for=192.0.2.60', '192.0.2.60'],
  ])('RFC 7239 §4: Forwarded: %s is %s', (sent, address) => expect(byForwarded(sent)).toBe(address));

  it.each(['', 'for=unknown', 'for="_gazonk"', 'proto=https', 'for=9.9.9.9, proto=https', 'for=9.9.9.9, for='])(
    'RFC 7239 §6: is the peer if Forwarded tells no address: %s',
    (sent) => expect(byForwarded(sent)).toBe(PEER),
  );

  it('is read from the configured header alone', () => {
    const app = express().set('trust proxy', 1).set('forwarded header', 'x-forwarded-for');
    const headers = { forwarded: 'for=192.0.2.60' };
    expect(callerAddress({ app, headers, socket: { remoteAddress: PEER } } as unknown as Request)).toBe(PEER);
  });

  it('is empty if the connection broke', () => {
    const app = express().set('trust proxy', false);
    expect(callerAddress({ app, headers: {}, socket: {} } as unknown as Request)).toBe('');
  });
});
