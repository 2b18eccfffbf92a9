import manifest from '../../package.json' with { type: 'json' };
import { readArguments, wantsJson } from './arguments.ts';
import type { Report } from './command.ts';
import { asUsageError, describeFailure } from './failure.ts';
import { help } from './help.ts';

/** How a command ended, and what it prints. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command of these arguments. */
export async function runCommand(argv: readonly string[]): Promise<Outcome> {
  const asJson = wantsJson(argv);
  try {
    const report = await answer(argv);
    const text = asJson ? JSON.stringify(report.data, null, 2) : report.text;
    return { code: report.failed ? 1 : 0, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    const { exitCode, code, message, details, lines } = await describeFailure(error);
    const text = asJson ? JSON.stringify({ error: { code, message, ...details } }) : lines.join('\n');
    return { code: exitCode, stdout: '', stderr: `${text}\n` };
  }
}

async function answer(argv: readonly string[]): Promise<Report> {
  const request = readArguments(argv);
  if (request.wants === 'version') return { data: { version: manifest.version }, text: manifest.version };
  if (request.wants === 'help') return help(request.of);
  const { command, given } = request;
  return command.run(given).catch((error: unknown) => {
    throw asUsageError(error, command);
  });
}
