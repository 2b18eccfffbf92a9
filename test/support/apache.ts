import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from './certificate.ts';
import { until } from './until.ts';

const EXECUTABLE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** What a configuration needs to know of the machine it is for. */
export interface Place {
  /** A folder that goes when Apache is stopped. */
  readonly folder: string;
  /** The certificate of localhost, which is its own authority, and its key. */
  readonly certificate: string;
  readonly key: string;
}

interface Apache {
  /** What it has complained about. */
  errors(): Promise<string>;
  stop(): Promise<void>;
}

// It ends with whoever started it, killed or not: the end of its standard input is the sign.
const RUN = '"$@" & server=$!; cat >/dev/null; kill "$server"; wait "$server"';

/**
 * Starts an Apache of one's own, from a folder of its own, and waits until it listens on all of these ports. This process
 * trusts its certificate until it is stopped.
 */
export async function startApache(
  modules: readonly string[],
  ports: readonly number[],
  configure: (place: Place) => string,
  pages: Readonly<Record<string, string>>,
): Promise<Apache> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-apache-'));
  // Started by root, it serves as another user.
  await chmod(folder, 0o755);
  const place = { folder, certificate: join(folder, 'localhost.pem'), key: join(folder, 'localhost.key') };
  await makeCertificate(place);
  await mkdir(join(folder, 'pages'));
  for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, 'pages', name), text);
  const config = join(folder, 'apache.conf');
  await writeFile(config, [...base(folder, modules, ports), configure(place), ''].join('\n'));

  const arguments_ = ['-c', RUN, 'apache', EXECUTABLE, '-d', folder, '-f', config, '-DFOREGROUND'];
  const child = spawn('/bin/sh', arguments_, { stdio: ['pipe', 'ignore', 'pipe'], env: {} });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, await readFile(place.certificate, 'utf8')]);
  const apache = {
    errors: async () => said + (await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')),
    stop: async () => {
      setDefaultCACertificates(trusted);
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (const port of ports) {
    await until(async () => child.exitCode !== null || (await isListening(port)));
    if (!(await isListening(port))) {
      const errors = await apache.errors();
      await apache.stop();
      throw new Error(`Apache does not listen on ${port}: ${errors}`);
    }
  }
  return apache;
}

const base = (folder: string, modules: readonly string[], ports: readonly number[]): string[] => [
  ...modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
  ...ports.map((port) => `Listen 127.0.0.1:${port}`),
  'User www-data',
  'Group www-data',
  'ServerName localhost',
  `DefaultRuntimeDir ${folder}`,
  `PidFile ${folder}/apache.pid`,
  `ErrorLog ${folder}/error.log`,
  'StartServers 1',
];

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}
