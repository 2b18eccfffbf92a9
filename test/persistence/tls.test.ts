import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, entities, openDatabase } from '#product';
import { useApp } from '../support/app.ts';
import { makeCertificate } from '../support/certificate.ts';

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), 'guildhall-tls-'));
const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
let secured: Server;
let hadTls: boolean[] = [];

/** PostgreSQL behind a server that accepts its request for TLS (protocol §54.2.11). */
beforeAll(async () => {
  await makeCertificate(files);
  const [cert, key] = [readFileSync(files.certificate), readFileSync(files.key)];
  const { hostname, port } = new URL(app.databaseUrl);
  const path = `${decodeURIComponent(hostname)}/.s.PGSQL.${port || '5432'}`;
  secured = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (request) => {
      const wantsTls = request.length === 8;
      hadTls.push(wantsTls);
      if (!wantsTls) return client.destroy();
      client.write('S');
      const inside = new TLSSocket(client, { isServer: true, cert, key }).on('error', () => {});
      inside.pipe(connect({ path })).pipe(inside);
      return undefined;
    });
  }).listen(0, '127.0.0.1');
  await once(secured, 'listening');
});
afterAll(() => {
  secured.close();
  rmSync(folder, { recursive: true });
});

const behindTls = (parameters: string): string => {
  const { username, pathname } = new URL(app.databaseUrl);
  return `postgres://${username}@localhost:${(secured.address() as AddressInfo).port}${pathname}?${parameters}`;
};

/** What a query at this URL answers. */
async function ask(url: string): Promise<unknown> {
  const { pool, close } = await openDatabase({
    entities,
    url,
    poolSize: 2,
    log: createLog('silent'),
    limits: null,
  });
  const { rows } = await pool.query('select 1 as one');
  await close();
  return rows;
}

describe('DATABASE_URL with sslmode=verify-full', () => {
  it('reaches no PostgreSQL without TLS', async () => {
    await expect(ask(`${app.databaseUrl}?sslmode=verify-full`)).rejects.toThrow('does not support SSL connections');
  });

  it('reaches one whose certificate is from the named authority', async () => {
    hadTls = [];
    expect(await ask(behindTls(`sslmode=verify-full&sslrootcert=${files.certificate}`))).toEqual([{ one: 1 }]);
    expect(new Set(hadTls)).toEqual(new Set([true]));
  });

  it('reaches none whose certificate is anybody’s, as sslmode=no-verify does', async () => {
    await expect(ask(behindTls('sslmode=verify-full'))).rejects.toThrow('self-signed certificate');
    expect(await ask(behindTls('sslmode=no-verify'))).toEqual([{ one: 1 }]);
  });
});
