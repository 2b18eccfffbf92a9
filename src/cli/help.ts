import { GLOBAL_OPTIONS } from './arguments.ts';
import type { Command, Options, Report } from './command.ts';
import { commands } from './commands.ts';
import { columns, wrapped } from './layout.ts';

/** The help for one command, for those that share a first word, or for everything. */
export function help(of: string): Report {
  const command = commands.find(({ name }) => name === of);
  if (command) return { data: toData(command), text: helpOnOne(command) };
  const listed = commands.filter(({ name }) => !of || name.startsWith(`${of} `));
  return { data: { commands: listed.map(toData) }, text: helpOnSeveral(of, listed) };
}

/** The usage line of a command. */
export function usage({ name, options }: Command): string {
  const parts = Object.entries(options).map(([key, { value, required, positional }]) => {
    const option = positional ? value! : value ? `--${key} ${value}` : `--${key}`;
    return required ? option : `[${option}]`;
  });
  return ['guildhall', name, ...parts].join(' ');
}

function helpOnSeveral(of: string, listed: readonly Command[]): string {
  return [
    of ? `Usage: guildhall ${of} <command>` : 'Usage: guildhall <command>',
    '',
    'Commands:',
    columns(listed.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    ...optionLines(GLOBAL_OPTIONS),
    '',
    wrapped(
      'Commands read the same environment as the server. They work on the embedded database whether or not a ' +
        'server runs on it. The exit code is 0 on success, 1 if the command failed, 2 if its arguments are ' +
        'invalid.',
    ),
  ].join('\n');
}

function helpOnOne(command: Command): string {
  return [
    `Usage: ${usage(command)}`,
    '',
    wrapped(`${command.summary}. ${command.details}`),
    '',
    ...optionLines({ ...command.options, ...GLOBAL_OPTIONS }),
  ].join('\n');
}

function optionLines(options: Options): string[] {
  const rows = Object.entries(options).map(([key, { value, choices, about }]) => [
    `  --${key}${value ? ` ${value}` : ''}`,
    choices ? `${about} One of: ${choices.join(', ')}.` : about,
  ]);
  return ['Options:', columns(rows)];
}

const toData = ({ name, summary, details, options }: Command) => ({
  name,
  summary,
  details,
  options: Object.entries({ ...options, ...GLOBAL_OPTIONS } as Options).map(([key, option]) => ({
    name: key,
    value: option.value ?? null,
    choices: option.choices ?? null,
    required: option.required ?? false,
    about: option.about,
  })),
});
