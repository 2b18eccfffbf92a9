import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '../../src/ground/config/load.ts';
import type { TestApp } from './app.ts';
import { TEST_SECRET_KEY } from './template.ts';

const program = resolve(import.meta.dirname, '../../dist/main.js');

/** Servers in processes of their own, on an app's database and under its issuer, as behind a balancer. */
export class Processes {
  readonly addresses: string[] = [];
  private readonly running: ChildProcess[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly env: Record<string, string> = {},
  ) {}

  get pids(): number[] {
    return this.running.map(({ pid }) => pid!);
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.serve()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map(ended));
  }

  private async serve(): Promise<void> {
    const port = await freePort();
    const settings = this.app.server.runtime.settings as Config;
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env['PATH']!,
        NODE_ENV: 'test',
        PORT: String(port),
        BASE_URL: this.app.issuer,
        DATABASE_URL: settings.database.url!,
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: 'info',
        OVERLOAD_LAG_MS: '0',
        REQUEST_TIMEOUT_SECONDS: '300',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.running.push(child);
    await new Promise<void>((listening, failed) => {
      child.stdout.on('data', (line: Buffer) => line.includes('listening') && listening());
      child.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    });
    this.addresses.push(`http://127.0.0.1:${port}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
