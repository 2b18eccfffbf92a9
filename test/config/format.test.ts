import { describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { Pool } from 'pg';
import { issuer, networks, postgresUrl, secretKey, trustProxy, yesOrNo } from '../../src/ground/config/format.ts';

describe('issuer', () => {
  it.each([
    ['https://id.example', 'https://id.example'],
    ['https://id.example/', 'https://id.example'],
    ['https://id.example/auth', 'https://id.example/auth'],
    ['https://id.example/auth/v1/', 'https://id.example/auth/v1'],
    ['HTTPS://ID.Example:443/Auth', 'https://id.example/Auth'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('reads %s as %s', (given, meant) => {
    expect(issuer.parse(given)).toBe(meant);
  });

  it.each([
    'id.example',
    '//id.example',
    'ftp://id.example',
    'https://',
    'https:///auth',
    'https://user@id.example',
    'https://user:password@id.example',
    'https://id.example?',
    'https://id.example/?tenant=1',
    'https://id.example/#',
    'https://id.example\\auth',
    'https://id.example/a//b',
    'https://id.example//',
    'https://id.example/a b',
    'https://id.example/a%2Fb',
    'https://id.example/:id',
    'https://id.example/*',
    'https://id.example:99999',
  ])('refuses %s', (given) => {
    expect(issuer.safeParse(given).success).toBe(false);
  });

  it('is settled: reading an issuer again gives the same', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const { success, data } = issuer.safeParse(url);
        if (success) expect(issuer.parse(data)).toBe(data);
      }),
    );
  });
});

describe('secretKey', () => {
  it('reads any 32 bytes in each of its spellings', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = Buffer.from(bytes);
        const base64 = key.toString('base64');
        const spellings = [base64, base64.replace('=', ''), key.toString('base64url'), key.toString('hex')];
        for (const text of [...spellings, key.toString('hex').toUpperCase(), `${base64}\n`])
          expect(secretKey.parse(text).equals(key)).toBe(true);
      }),
    );
  });

  it.each([0, 16, 31, 33, 64])('refuses %i bytes', (length) => {
    const key = Buffer.alloc(length, 9);
    expect(secretKey.safeParse(key.toString('base64')).success).toBe(false);
    expect(secretKey.safeParse(key.toString('hex')).success).toBe(false);
  });
});

describe('postgresUrl', () => {
  it.each([
    'postgres://localhost/guildhall',
    'postgresql://guildhall:p%40ss@db.example:5432/guildhall?sslmode=require',
    'postgres:///guildhall?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/guildhall',
  ])('accepts %s, and so does pg', async (url) => {
    expect(postgresUrl.parse(url)).toBe(url);
    await new Pool({ connectionString: url }).end();
  });

  it.each([
    'postgres://u:p@one,two:5433/guildhall',
    'postgres://u:p@[::1]:5432,two/guildhall?sslmode=require&target_session_attrs=primary',
  ])('accepts the servers of %s', (url) => {
    expect(postgresUrl.parse(url)).toBe(url);
  });

  it.each([
    'mysql://db/guildhall',
    'db/guildhall',
    'postgres://u:100%@db/guildhall',
    'postgres://u:a#b@db/guildhall',
    'postgres://one,,two/guildhall',
    'postgres://one,two:port/guildhall',
    'postgres://one,two/guildhall?target_session_attrs=standby',
  ])('refuses %s', (url) => {
    expect(postgresUrl.safeParse(url).success).toBe(false);
  });
});

describe('trustProxy', () => {
  it.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, fd00::/8,192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
  ])('reads %s as %j', (given, meant) => {
    expect(trustProxy.parse(given)).toEqual(meant);
  });

  it.each(['true', '-1', '33', '1.5', '10.0.0.0/33', '0.0.0.0/0', '::/0', 'proxy.example', '10.0.0.1,', ','])(
    'refuses %s',
    (given) => {
      expect(trustProxy.safeParse(given).success).toBe(false);
    },
  );

  it('accepts only what Express accepts', () => {
    const range = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 140 }));
    const part = fc.oneof(
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.string(),
      range.map(([ip, bits]) => `${ip}/${bits}`),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const { success, data } = trustProxy.safeParse(parts.join(','));
        if (success) express().set('trust proxy', data);
      }),
    );
  });
});

describe('yesOrNo', () => {
  it.each(['true', '1', 'yes', 'on', 'TRUE'])('takes %s for yes', (text) => {
    expect(yesOrNo.parse(text)).toBe(true);
  });

  it.each(['false', '0', 'no', 'off', 'No'])('takes %s for no', (text) => {
    expect(yesOrNo.parse(text)).toBe(false);
  });

  it.each(['y', 'n', 'enabled', '2', 'truthy'])('refuses %s', (text) => {
    expect(yesOrNo.safeParse(text).success).toBe(false);
  });
});

describe('networks', () => {
  it('reads addresses and ranges', () => {
    expect(networks.parse('10.0.0.0/8, 192.168.7.7,fd00::/8')).toEqual(['10.0.0.0/8', '192.168.7.7', 'fd00::/8']);
  });

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/8,', '10.0.0', 'fe80::1%eth0'])('refuses %j', (given) => {
    expect(networks.safeParse(given).success).toBe(false);
  });
});
