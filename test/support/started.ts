import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { freePorts } from './ports.ts';
import { until } from './until.ts';

const root = resolve(import.meta.dirname, '../..');
export const BUILT = [process.execPath, 'dist/main.js'] as const;
/** What `npm start` does once the product is built. */
export const NPM_START = ['npm', 'start', '--ignore-scripts'] as const;

/** The built server, started by a command of its own process group. */
export class Started {
  output = '';
  errors = '';
  private constructor(
    readonly child: ChildProcess,
    readonly address: string,
  ) {
    child.stdout!.on('data', (chunk) => (this.output += chunk));
    child.stderr!.on('data', (chunk) => (this.errors += chunk));
  }

  static async by([command, ...args]: readonly string[], env: Record<string, string>): Promise<Started> {
    const [port] = await freePorts(1);
    const child = spawn(command!, args, {
      cwd: root,
      detached: true,
      env: {
        PATH: process.env['PATH']!,
        HOME: tmpdir(),
        NODE_ENV: 'test',
        OVERLOAD_LAG_MS: '0',
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new Started(child, `http://localhost:${port}`);
    await until(() => started.output.includes('"listening"') || child.exitCode !== null);
    return started;
  }

  token(fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
    return fetch(`${this.address}/oauth2/token`, { method: 'POST', body });
  }

  get lines(): { level: string; msg: string; err?: { stack?: unknown } }[] {
    return this.output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}
