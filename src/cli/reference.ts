import type { Command } from './command.ts';
import { GLOBAL_OPTIONS } from './arguments.ts';
import { commands } from './commands.ts';
import { usage } from './help.ts';

const INTRODUCTION = `# Command line

\`guildhall\` does what operators do and no request may. From a checkout it is \`npx guildhall …\`, in the container image
\`node dist/cli.js …\`. Commands read the [configuration](configuration.md) from the environment as the server does: they
work on the database at \`DATABASE_URL\`, else on the embedded one in \`DATA_DIR\`, whether a server runs on it or not.

- Results go to standard output, errors to standard error.
- The exit code is 0, 1 when the command failed, and 2 when its arguments make no sense.
- No secret is ever an argument, since arguments show in the list of processes.

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
