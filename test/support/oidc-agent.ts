import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

const FOLDER = '/usr/bin';

// It ends with whoever started it, killed or not: the end of its standard input is the sign.
const RUN = '"$@" & agent=$!; cat >/dev/null; kill "$agent"; wait "$agent"';

/** A sign-in that waits for its user. */
interface Waiting {
  readonly userCode: string;
  /** Resolves when the agent has its tokens. */
  readonly done: Promise<void>;
}

export interface Agent {
  /** Begins to sign in by the device flow, under a short name. The options say as which client. */
  signIn(name: string, options: readonly string[]): Promise<Waiting>;
  /** An access token of that account; `--force-new` refreshes it. */
  token(name: string, ...options: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts an oidc-agent of one's own, which keeps everything in a folder of its own. */
export async function startOidcAgent(): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-agent-'));
  const socket = join(folder, 'agent.sock');
  const env = { HOME: folder, PATH: FOLDER, TMPDIR: folder, OIDC_SOCK: socket, OIDC_ENCRYPTION_PW: 'a password' };
  const agent = ['oidc-agent', '--console', `--socket-path=${socket}`, '--no-autoreauthenticate'];
  const child = spawn('/bin/sh', ['-c', RUN, 'agent', ...agent], { stdio: ['pipe', 'ignore', 'ignore'], env });
  const ended = once(child, 'close');
  await until(() => existsSync(socket) || child.exitCode !== null);

  /** Runs a program; `heard` is told all that it has said so far. */
  const run = async (program: string, options: readonly string[], heard?: (said: string) => void): Promise<string> => {
    const started = spawn(program, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        heard?.(said);
      });
    const [code] = (await once(started, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`);
    return said;
  };
  return {
    async signIn(name, options) {
      const shown = Promise.withResolvers<string>();
      const all = [
        '--flow=device',
        '--pw-env',
        '--prompt=none',
        '--confirm-default',
        '--no-url-call',
        ...options,
        name,
      ];
      const done = run('oidc-gen', all, (said) => {
        const code = /enter the code: (\S+)/.exec(said)?.[1];
        if (code !== undefined) shown.resolve(code);
      });
      done.catch((fault: unknown) => shown.reject(fault));
      return { userCode: await shown.promise, done: done.then(() => {}) };
    },
    token: async (name, ...options) => (await run('oidc-token', [...options, name])).trim(),
    async stop() {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
