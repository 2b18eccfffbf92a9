/** Nodes of the built product, as they run in production. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { answers, signal, until, type Workplace } from './programs.ts';

export const SERVICE = { client_id: 'rig', client_secret: 'a-secret-of-the-rig-alone' };
export const ADMIN = { email: 'admin@example.com', password: 'a password of the rig' };

export const MAIN = resolve('dist/main.js');
const CLI = resolve('dist/cli.js');

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** Runs a command as an operator: in a process of its own, while the nodes go on. Gives what it prints. */
export async function command(url: string, ...args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH']!,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SECRET_KEY,
    BASE_URL: 'http://localhost:3000',
  };
  return (await promisify(execFile)(process.execPath, [CLI, ...args], { env })).stdout.trim();
}

/** One node: it can be stopped, killed, frozen and started again on its port. */
export class Node {
  private child: ChildProcess | undefined;

  constructor(
    private readonly place: Workplace,
    readonly name: string,
    readonly port: number,
    private readonly env: Record<string, string>,
    /** The program of the next start. */
    public main = MAIN,
  ) {}

  /** Resolves when the node is ready. */
  async start(): Promise<void> {
    const child = this.place.spawn(this.name, [process.execPath, this.main], {
      asRoot: true,
      env: {
        NODE_ENV: 'production',
        PORT: String(this.port),
        SECRET_KEY,
        BOOTSTRAP_CUSTOMER: 'The rig',
        BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
        BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        BOOTSTRAP_CLIENT_ID: SERVICE.client_id,
        BOOTSTRAP_CLIENT_SECRET: SERVICE.client_secret,
        TRUST_PROXY: '1',
        ...this.env,
      },
    });
    this.child = child;
    const ready = `http://127.0.0.1:${this.port}/readyz`;
    await until(`${this.name} is ready`, async () => child.exitCode !== null || answers(ready));
    if (child.exitCode !== null) throw new Error(`${this.name} ended:\n${this.place.logOf(this.name)}`);
  }

  /** Tells it to stop, and waits until it has. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  private async end(how: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    signal(child, how);
    await gone;
  }

  freeze(): void {
    signal(this.child!, 'SIGSTOP');
  }

  thaw(): void {
    signal(this.child!, 'SIGCONT');
  }
}
