import manifest from '../../package.json' with { type: 'json' };
import { readArguments, wantsJson } from './arguments.ts';
import type { Report } from './command.ts';
import { asUsageError, describeFailure } from './failure.ts';
import { help } from './help.ts';

/** Runs the command and prints its result. Returns the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  const asJson = wantsJson(argv);
  try {
    const report = await answer(argv);
    process.stdout.write(`${asJson ? JSON.stringify(report.data, null, 2) : report.text}\n`);
    return report.failed ? 1 : 0;
  } catch (error) {
    const { exitCode, code, message, details, lines } = await describeFailure(error);
    process.stderr.write(`${asJson ? JSON.stringify({ error: { code, message, ...details } }) : lines.join('\n')}\n`);
    return exitCode;
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

// The reader of the output may stop before its end, as `head` does.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));
