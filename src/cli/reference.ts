import type { Command } from './command.ts';
import { GLOBAL_OPTIONS } from './arguments.ts';
import { commands } from './commands.ts';
import { usage } from './help.ts';

const INTRODUCTION = `# Command line

\`guildhall\` does what operators need and no request may do. From a checkout it is \`npx guildhall …\`, in the container
image \`node dist/cli.js …\`. Commands read the [configuration](configuration.md) from the environment, as the server does.
They work on the database at \`DATABASE_URL\`, or else on the embedded one in \`DATA_DIR\`, whether or not a server runs on
it.

- Results go to standard output, errors to standard error.
- The exit code is 0 on success, 1 if the command failed, and 2 if its arguments are invalid.
- No secret is ever an argument, because the list of processes shows arguments.

Every command also has these options:`;

/** The page `docs/reference/cli.md`, in Markdown. */
export function renderCliReference(): string {
  return `${[INTRODUCTION, optionList(GLOBAL_OPTIONS), ...commands.map(renderCommand)].join('\n\n')}\n`;
}

function renderCommand(command: Command): string {
  const { name, summary, details, options } = command;
  const parts = [`## \`${name}\``, `${summary}.`, `\`\`\`\n${usage(command)}\n\`\`\``, details, optionList(options)];
  return parts.filter(Boolean).join('\n\n');
}

function optionList(options: Command['options']): string {
  return Object.entries(options)
    .map(([key, { value, required, choices, about }]) => {
      const choice = choices ? ` One of: ${choices.map((each) => `\`${each}\``).join(', ')}.` : '';
      return `- \`--${key}${value ? ` ${value}` : ''}\`${required ? ' (required)' : ''}: ${about}${choice}`;
    })
    .join('\n');
}
