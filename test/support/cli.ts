import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll } from '@jest/globals';
import { runCommand } from '#product';
import type { Config } from '../../src/ground/config/load.ts';
import type { TestApp } from './app.ts';
import { note } from './reached.ts';
import { TEST_SECRET_KEY } from './template.ts';

interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Outcome extends Output {
  /** Standard output read as JSON, else standard error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
  readonly json: any;
}

interface Running {
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds. */
  readonly input?: string;
}

interface Given {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
}

/**
 * The command line, with an environment of its own. The first run of each command is a process of its own. The next ones are
 * calls in this process, which take a fraction of it, unless the database is an embedded one: that goes by processes.
 */
export class TestCli {
  readonly script = resolve(import.meta.dirname, '../../dist/cli.js');
  /** The environment of every run. */
  env: Readonly<Record<string, string>> = {};
  private readonly started = new Set<string>();

  async run(args: readonly string[], { env, input = '' }: Running = {}): Promise<Outcome> {
    const command = words(args);
    const environment = this.environment(env);
    const isCalled = this.started.has(command) && environment['DATABASE_URL'];
    this.started.add(command);
    const given = { args, environment, input };
    const output = await (isCalled ? inTurn(() => call(given)) : this.start(given));
    const { code, stdout, stderr } = output;
    if (code === 0) note('command', command);
    const text = stdout || stderr;
    return { code, stdout, stderr, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { PATH: process.env['PATH']!, HOME: '/nonexistent', ...this.env, ...more };
  }

  private async start({ args, environment, input }: Given): Promise<Output> {
    const child = spawn(process.execPath, [this.script, ...args], { env: environment });
    // A command that has no use for its input may be gone before it is written.
    child.stdin.on('error', () => {}).end(input);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    const code = await new Promise<number | null>((done) => child.on('close', done));
    return { code, ...output };
  }
}

/** Runs a command in this process, whose environment and input are the given ones meanwhile. */
async function call({ args, environment, input }: Given): Promise<Output> {
  const own = { ...process.env };
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  replaceEnvironment(environment);
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  try {
    return await runCommand(args);
  } finally {
    Object.defineProperty(process, 'stdin', stdin);
    replaceEnvironment(own);
  }
}

function replaceEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

let last: Promise<unknown> = Promise.resolve();

/** This process has one environment, so one command runs after the other. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
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
