import { LRUCache } from 'lru-cache';
import { pino, type Logger } from 'pino';
import { idsOfActivity } from './activity.ts';
import { systemClock } from './clock.ts';

export type Log = Logger;

// Values under these names are secrets and are masked, wherever they are logged.
const SECRET_NAMES = [
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'code',
  'code_verifier',
  'authorization',
  'cookie',
  'set-cookie',
];

/** A JSON-lines logger on standard output. Each line about a request has the ids of that request. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: idsOfActivity,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[secret]' },
    serializers: { err: describeOnce() },
  });

interface Told {
  readonly stack?: readonly string[];
  readonly cause?: unknown;
}

const MINUTE_MS = 60_000;
const STACKS_MAX = 200;

/** Describes errors. Each stack is logged once a minute at most, because a database outage fails thousands of requests. */
function describeOnce(): (error: unknown) => unknown {
  const written = new LRUCache<string, number>({ max: STACKS_MAX });
  return (error) => {
    const told = describeError(error) as Told;
    const now = systemClock.now().getTime();
    const stacks = JSON.stringify(stacksOf(told));
    if (now - (written.get(stacks) ?? 0) < MINUTE_MS) return withoutStacks(told);
    written.set(stacks, now);
    return told;
  };
}

const stacksOf = ({ stack, cause }: Told): unknown[] => [stack, ...(cause ? stacksOf(cause) : [])];

const withoutStacks = ({ stack: _stack, cause, ...rest }: Told): unknown =>
  cause ? { ...rest, cause: withoutStacks(cause) } : rest;

/**
 * An error for the log: type, message, stack and PostgreSQL's code, along the chain of causes. The rest of a driver's
 * error (query text, parameters, the row's detail line) can hold personal data or secrets and stays out.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    // After the first line, MikroORM repeats PostgreSQL's details, which quote the row.
    message: error.message.split('\n', 1)[0]?.slice(0, 500),
    ...(typeof code === 'string' && { fault: code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
