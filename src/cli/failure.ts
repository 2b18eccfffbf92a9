import { ConfigError } from '../config/fault.ts';
import type { Command } from './command.ts';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { EmbeddedPostgresError } from '../persistence/embedded/embedded.error.ts';

/** The arguments make no sense; `hint` says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** A value that is no good is a mistake in typing the option it was given by. */
export function asMisuse(error: unknown, { name, options }: Command): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid' || error.field === undefined) return error;
  const option = error.field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!(option in options)) return error;
  return new UsageError(error.message.replaceAll(error.field, `--${option}`), `See guildhall ${name} --help.`);
}

/** A failure as it is told: `lines` to people, the rest to programs. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** What to tell of an error. What nobody expected is one line too; where it came from is shown with LOG_LEVEL=debug. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (error instanceof UsageError) {
    const { message, hint } = error;
    return { exitCode: 2, code: 'USAGE', message, details: { hint }, lines: [message, hint] };
  }
  if (error instanceof ConfigError) return expected('CONFIGURATION', error.message, { faults: error.faults });
  if (error instanceof EmbeddedPostgresError) return expected('EMBEDDED_DATABASE', error.message);
  if (error instanceof StartFault) return expected(error.code, error.message);
  if (error instanceof AppError) return expected(error.code, error.message, error.field ? { field: error.field } : {});
  const refusal = databaseError(error);
  if (refusal) return expected('DATABASE', `The database refused: ${refusal}`);
  return unexpected(error);
}

const expected = (code: string, message: string, details: Failure['details'] = {}): Failure => ({
  exitCode: 1,
  code,
  message,
  details,
  lines: [message],
});

/** PostgreSQL's own words and its code, without the statement and the values that an ORM puts in front of them. */
function databaseError(error: unknown): string | undefined {
  let found: string | undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      found = `${cause.message.split('\n').at(-1)} (${code}).`;
  }
  return found;
}

async function unexpected(error: unknown): Promise<Failure> {
  const [{ describeError }, { configEntries }] = await Promise.all([
    import('../kernel/log.ts'),
    import('../config/load.ts'),
  ]);
  const { value: level } = configEntries().find(({ name }) => name === 'LOG_LEVEL')!;
  const cause = describeError(error) as { type: string; message?: string };
  const message = `Unexpected ${[cause.type, cause.message].filter(Boolean).join(': ')}`;
  if (level === 'debug' || level === 'trace')
    return { ...expected('UNEXPECTED', message, { cause }), lines: [message, JSON.stringify(cause, null, 2)] };
  return { ...expected('UNEXPECTED', message), lines: [message, 'LOG_LEVEL=debug shows where it came from.'] };
}
