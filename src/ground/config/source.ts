import { readFileSync } from 'node:fs';
import { type Fault, quote } from './fault.ts';
import type { Variable } from './variable.ts';

/** The environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a variable, or that it is not set, or why it cannot be read. */
export type Source =
  | { readonly origin: 'environment' | 'file'; readonly text: string }
  | { readonly origin: 'unset' }
  | { readonly origin: 'environment' | 'file'; readonly fault: Fault };

/** Looks up a variable. A secret can also be in the file `NAME_FILE`. A blank value counts as not set. */
export function lookUp(variable: Pick<Variable, 'name' | 'format' | 'secret'>, env: Environment): Source {
  const { name, secret } = variable;
  const text = unlessBlank(env[name]);
  const path = secret && unlessBlank(env[`${name}_FILE`]);
  if (text !== undefined && path !== undefined) {
    const fault = { variable: name, read: `both ${name} and ${name}_FILE`, expected: 'only one of the two' };
    return { origin: 'environment', fault };
  }
  if (text !== undefined) return { origin: 'environment', text: secret ? text : text.trim() };
  if (path === undefined) return { origin: 'unset' };
  return readSecret(variable, path);
}

function readSecret({ name, format }: Pick<Variable, 'name' | 'format'>, path: string): Source {
  const refuse = (why: string): Source => ({
    origin: 'file',
    fault: {
      variable: `${name}_FILE`,
      read: `${quote(path)} (${why})`,
      expected: `a readable file that holds ${format}`,
    },
  });
  try {
    const text = unlessBlank(readFileSync(path, 'utf8').replace(/\r?\n$/, ''));
    return text === undefined ? refuse('blank') : { origin: 'file', text };
  } catch (cause) {
    return refuse(reasons[errorCode(cause)] ?? 'cannot be read');
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'a folder',
};

function errorCode(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** The same text, or undefined if it is only white space. */
export function unlessBlank(text: string | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}
