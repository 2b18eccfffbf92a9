import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { useApp } from '../support/app.ts';
import { needs } from '../support/needs.ts';
import { dropDatabase } from '../support/postgres.ts';
import { PgBouncer } from '../support/pgbouncer.ts';

const app = useApp();
const pooler = new PgBouncer();
afterEach(() => pooler.stop());

/** A server behind the pooler, and what it has logged. */
async function serve(databaseUrl: string) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  return { server: await app.another({ databaseUrl, log }), lines };
}

needs('pgbouncer')('PgBouncer', () => {
  describe.each(['transaction', 'session'] as const)('behind PgBouncer 1.18 in %s mode', (mode) => {
    it('every request is answered as without, and the log says what is lost', async () => {
      const { server, lines } = await serve(await pooler.start(app.databaseUrl, mode));
      const { clientId: client_id, clientSecret: client_secret } = app.customer;
      const fields = { grant_type: 'client_credentials', client_id, client_secret };
      const granted = await fetch(`${server.issuer}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      const { access_token: token } = (await granted.json()) as { access_token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const ways: (() => Promise<Response>)[] = [
        () => fetch(`${server.issuer}/groups`, { headers }),
        () => fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) }),
        () => fetch(`${server.issuer}/groups`, { method: 'POST', headers, body: `{"name":"${randomUUID()}"}` }),
        () => fetch(`${server.issuer}/api/users?search=admin`, { headers }),
        () => fetch(`${server.issuer}/readyz`),
      ];
      const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ways[index % ways.length]!()));
      await server.stop();
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
      expect(lines).toEqual([expect.stringContaining('from version 1.21 on, with max_prepared_statements above 0')]);
    });
  });

  describe('the first start behind PgBouncer in transaction mode', () => {
    it('migrates and fills an empty database, and so does the second of two at once', async () => {
      const name = `empty_${randomUUID().replaceAll('-', '')}`;
      const admin = process.env['TEST_POSTGRES_URL']!;
      const client = new pg.Client(admin);
      await client.connect();
      await client.query(`create database ${name}`);
      const url = await pooler.start(admin.replace(/[^/]*$/, name), 'transaction');
      const servers = await Promise.all([serve(url), serve(url)]);
      expect(servers.filter(({ server }) => server.made !== null)).toHaveLength(1);
      await Promise.all(servers.map(({ server }) => server.stop()));
      await client.end();
      await pooler.stop();
      await dropDatabase(admin, name);
    });
  });
});
