/** One PostgreSQL of Debian's, for runs in which the database stays up. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from '../support/ports.ts';
import { account, until, type Workplace } from './programs.ts';

export const BIN = '/usr/lib/postgresql/15/bin';

/** Starts an empty database and gives its URL. */
export async function startPostgres(place: Workplace): Promise<string> {
  const folder = place.sub('postgres');
  const data = join(folder, 'data');
  const [port] = await freePorts(1);
  execFileSync(`${BIN}/initdb`, ['-D', data, '-U', 'guildhall', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...account,
    stdio: 'ignore',
  });
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nshared_buffers = '16MB'\n`,
  );
  place.spawn('postgres', [`${BIN}/postgres`, '-D', data]);
  const url = `postgres://guildhall@127.0.0.1:${port}/postgres`;
  await until('PostgreSQL', () => accepts(url));
  return url;
}

/** Whether a database accepts connections. */
export async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
