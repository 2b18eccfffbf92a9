import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll } from '@jest/globals';
import type { Config } from '../../src/config/load.ts';
import type { TestApp } from './app.ts';
import { note } from './reached.ts';
import { TEST_SECRET_KEY } from './template.ts';

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output read as JSON, else standard error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
  readonly json: any;
}

interface Running {
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds. */
  readonly input?: string;
}

/** The command line as a process of its own, with an environment of its own. */
export class TestCli {
  readonly script = resolve(import.meta.dirname, '../../dist/cli.js');
  /** The environment of every run. */
  env: Readonly<Record<string, string>> = {};

  async run(args: readonly string[], { env, input = '' }: Running = {}): Promise<Outcome> {
    const child = spawn(process.execPath, [this.script, ...args], { env: this.environment(env) });
    // A command that has no use for its input may be gone before it is written.
    child.stdin.on('error', () => {}).end(input);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    const code = await new Promise<number | null>((done) => child.on('close', done));
    if (code === 0) note('command', words(args));
    const text = output.stdout || output.stderr;
    return { code, ...output, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { PATH: process.env['PATH']!, HOME: '/nonexistent', ...this.env, ...more };
  }
}

/** The command line for the tests of one file; on the database of the app, where there is one. */
export function useCli(app?: TestApp): TestCli {
  const cli = new TestCli();
  beforeAll(() => {
    if (app) cli.env = environmentOf(app);
  });
  return cli;
}

/** What a command needs to work on the database of a started app. */
export const environmentOf = (app: TestApp): Record<string, string> => ({
  NODE_ENV: 'test',
  DATABASE_URL: urlOf(app),
  SECRET_KEY: TEST_SECRET_KEY,
});

const urlOf = (app: TestApp): string => (app.server.runtime.settings as Config).database.url!;

/** The name of the command, which options follow. */
function words(args: readonly string[]): string {
  const options = args.findIndex((word) => word.startsWith('-'));
  return (options < 0 ? args : args.slice(0, options)).join(' ');
}
