import type { Command } from './command.ts';
import type { Naming } from '../ground/faults/index.ts';
import { AppError, renamedFault } from '../ground/kernel/errors.ts';
import { startFaultOf } from '../server/start-faults.ts';

/** The arguments are wrong. `hint` says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** `clientId` → `--client-id`, `redirectUris.0` → `--redirect-uri`, of which there is one, and `scopes.0.name` → `--name`. */
const namingFor = ({ options }: Command): Naming => ({
  name: (path) => {
    const steps = path.split('.').map((step) => step.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const [first] = steps;
    const names = [first!, first!.replace(/s$/, ''), steps.at(-1)!];
    return `--${names.find((name) => name in options) ?? first}`;
  },
  word: (word) => word.toLowerCase(),
});

/** Makes invalid values a usage error of their options. */
export function asUsageError(error: unknown, command: Command): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid' || error.field === undefined) return error;
  const naming = namingFor(command);
  const faults = error.faults.map((fault) => renamedFault(fault, naming));
  if (!faults.every(({ path }) => path.slice(2) in command.options)) return error;
  return new UsageError(faults.map(({ message }) => message).join(' '), `See guildhall ${command.name} --help.`);
}

/** A failure: `lines` for people, the rest for programs. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** Describes an error. An unexpected error is one line too, and LOG_LEVEL=debug shows where it came from. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (error instanceof UsageError) {
    const { message, hint } = error;
    return { exitCode: 2, code: 'USAGE', message, details: { hint }, lines: [message, hint] };
  }
  if (error instanceof AppError) return expected(error.code, error.message, error.field ? { field: error.field } : {});
  const fault = startFaultOf(error);
  if (fault) return expected(fault.code, fault.message, fault.details);
  return unexpected(error);
}

const expected = (code: string, message: string, details: Failure['details'] = {}): Failure => ({
  exitCode: 1,
  code,
  message,
  details,
  lines: [message],
});

async function unexpected(error: unknown): Promise<Failure> {
  const [{ describeError }, { configEntries }] = await Promise.all([
    import('../ground/kernel/log.ts'),
    import('../ground/config/load.ts'),
  ]);
  const { value: level } = configEntries().find(({ name }) => name === 'LOG_LEVEL')!;
  const cause = describeError(error) as { type: string; message?: string };
  const message = `Unexpected ${[cause.type, cause.message].filter(Boolean).join(': ')}`;
  if (level === 'debug' || level === 'trace')
    return { ...expected('UNEXPECTED', message, { cause }), lines: [message, JSON.stringify(cause, null, 2)] };
  return { ...expected('UNEXPECTED', message), lines: [message, 'LOG_LEVEL=debug shows where it came from.'] };
}
