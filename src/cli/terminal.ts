import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { type AppError, fault } from '../ground/kernel/errors.ts';
import { cliErrors } from './errors.ts';
import { UsageError } from './failure.ts';

const PIPED_MAX_BYTES = 64 * 1024;

/** A new password: typed twice on a terminal, without showing it. Elsewhere one line of standard input. */
export async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return readLine();
  const [password, again] = await ask([`${prompt}: `, 'Once more: '], { hidden: true });
  if (password !== again) throw cliErrors.PASSWORDS_DIFFER();
  return password!;
}

/** Asks for a yes. Throws a UsageError that names --yes if there is no terminal. */
export async function confirm(what: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError(what, 'Add --yes to confirm.');
  const [answer] = await ask([`${what} Type yes to continue: `], { hidden: false });
  if (answer!.trim().toLowerCase() !== 'yes') throw canceled();
}

async function readLine(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > PIPED_MAX_BYTES) throw fault('password', 'piped_too_long');
  }
  const line = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (line === '') throw cliErrors.NO_PASSWORD({ field: 'password' });
  if (/[\r\n]/.test(line)) throw fault('password', 'piped_lines');
  return line;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw cliErrors.PASSWORD_NOT_UTF8({ cause });
  }
}

/** Reads a line from the terminal for each prompt. Prompts go to standard error, the result to standard output. */
async function ask(prompts: readonly string[], { hidden }: { hidden: boolean }): Promise<string[]> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silence : process.stderr;
  // Created before the first prompt, so that nothing typed after it is echoed.
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const given: string[] = [];
  try {
    for (const prompt of prompts) {
      process.stderr.write(prompt);
      given.push(await nextLine(lines));
      if (hidden) process.stderr.write('\n');
    }
    return given;
  } finally {
    lines.close();
  }
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    // Ctrl-C and Ctrl-D.
    lines.once('SIGINT', () => reject(canceled()));
    lines.once('close', () => reject(canceled()));
  });
}

const canceled = (): AppError => cliErrors.CANCELED();
