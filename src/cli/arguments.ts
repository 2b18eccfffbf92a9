import { parseArgs } from 'node:util';
import { meantBy } from '../ground/config/typo.ts';
import type { Command, Given, Options } from './command.ts';
import { commands } from './commands.ts';
import { UsageError } from './failure.ts';

/** The parsed arguments. */
export type Request =
  | { readonly wants: 'version' }
  /** `of` is a command, or a first word that several share. Empty for all commands. */
  | { readonly wants: 'help'; readonly of: string }
  | { readonly wants: 'run'; readonly command: Command; readonly given: Given<Options> };

/** The options that every command has. */
export const GLOBAL_OPTIONS = {
  json: { about: 'Print the result as JSON, and errors as JSON on standard error.' },
  help: { about: 'Print this help.' },
  version: { about: 'Print the version.' },
} as const satisfies Options;

const isGlobal = (argument: string): boolean =>
  argument === '-h' || (argument.startsWith('--') && argument.slice(2) in GLOBAL_OPTIONS);

/** Whether the output is JSON. Known first, so that errors are JSON too. */
export const wantsJson = (argv: readonly string[]): boolean => argv.includes('--json');

/** Parses the arguments. Throws a UsageError, which repeats no value, because it may be a secret. */
export function readArguments(argv: readonly string[]): Request {
  const own = argv.filter((argument) => !isGlobal(argument));
  const help = own[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  if (argv.includes('--version') && !help) return { wants: 'version' };
  const words = wordsOf(own[0] === 'help' ? own.slice(1) : own);
  const command = commands.find(({ name }) => words.join(' ') === name || words[0] === name);
  if (help) return { wants: 'help', of: command?.name ?? groupOf(words) };
  if (!command) throw unfinished(groupOf(words));
  return { wants: 'run', command, given: readOptions(command, own.slice(command.name.split(' ').length)) };
}

function wordsOf(own: readonly string[]): string[] {
  const end = own.findIndex((argument) => argument.startsWith('-'));
  return own.slice(0, Math.min(2, end < 0 ? own.length : end));
}

/** The first word, if several commands share it and no second word follows. Empty if there is no word. */
function groupOf(words: readonly string[]): string {
  const [first] = words;
  if (first === undefined) return '';
  const isShared = commands.some(({ name }) => name.startsWith(`${first} `));
  if (isShared && words.length === 1) return first;
  const meant = meantBy(words.join(' '), [
    ...commands.map(({ name }) => name),
    ...commands.map(({ name }) => name.split(' ')[0]!),
  ]);
  throw new UsageError(
    'This command does not exist.',
    meant ? `Did you mean guildhall ${meant}?` : helpOn(isShared ? first : ''),
  );
}

function unfinished(group: string): UsageError {
  if (!group) return new UsageError('The command is missing.', helpOn(''));
  const seconds = commands.map(({ name }) => name.split(' ')).filter(([first]) => first === group);
  return new UsageError(
    `guildhall ${group} needs one of: ${seconds.map(([, word]) => word).join(', ')}.`,
    helpOn(group),
  );
}

const ifDashed = (key: string, value: string): string => `Write --${key}=${value} if the value begins with a dash.`;

const helpOn = (name: string): string => `See ${['guildhall', name, '--help'].filter(Boolean).join(' ')}.`;

function readOptions({ name, options }: Command, args: string[]): Given<Options> {
  const refuse = (message: string, hint = helpOn(name)): never => {
    throw new UsageError(message, hint);
  };
  const types = Object.fromEntries(
    Object.entries(options).map(([key, { value }]) => [
      key,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args, options: types, strict: false, allowPositionals: true, tokens: true });
  const typed = tokens.filter((token) => token.kind === 'option');
  const [place, placed] = Object.entries(options).find(([, { positional }]) => positional) ?? [];

  for (const { name: key, rawName } of typed) {
    if (Object.hasOwn(options, key)) continue;
    const meant = meantBy(key, Object.keys(options));
    const dashed = placed && !rawName.startsWith('--') && ifDashed(place!, placed.value!);
    refuse(`guildhall ${name} has no option ${rawName}.`, meant ? `Did you mean --${meant}?` : dashed || helpOn(name));
  }
  const given: Record<string, string | boolean | undefined> = {};
  for (const { name: key, value, inlineValue } of typed) {
    const { value: wanted, choices } = options[key]!;
    if (key in given) refuse(`--${key} is given twice.`);
    if (!wanted && value !== undefined) refuse(`--${key} takes no value.`);
    if (wanted && value === undefined) refuse(`--${key} needs a value.`);
    if (wanted && !inlineValue && value!.startsWith('-')) refuse(`--${key} needs a value.`, ifDashed(key, wanted));
    if (choices && !choices.includes(value!)) refuse(`--${key} must be one of: ${choices.join(', ')}.`);
    given[key] = value ?? true;
  }
  const [bare, ...rest] = tokens.filter((token) => token.kind === 'positional');
  if (bare && place !== undefined && !(place in given)) given[place] = bare.value;
  else if (bare) refuse(`guildhall ${name} accepts only its options.`);
  if (rest.length > 0) refuse(`guildhall ${name} accepts no further argument.`);
  for (const [key, { value, required }] of Object.entries(options)) {
    if (required && !(key in given)) refuse(`guildhall ${name} needs --${key} ${value}.`);
    given[key] ??= value ? undefined : false;
  }
  return given as Given<Options>;
}
