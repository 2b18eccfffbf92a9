import { ConfigError } from '../ground/config/fault.ts';
import { StartFault } from '../ground/kernel/start-fault.ts';
import { EmbeddedPostgresError } from '../ground/persistence/embedded/embedded.error.ts';
import { refusalOf } from '../ground/persistence/refusal.ts';

/** Why a server or a command cannot start: `message` for whoever starts it, `code` and `details` for programs. */
interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Undefined for an unexpected error, which belongs into the log. */
export function startFaultOf(error: unknown): Fault | undefined {
  if (error instanceof ConfigError)
    return { code: 'CONFIGURATION', message: error.message, details: { faults: error.faults } };
  if (error instanceof EmbeddedPostgresError) return { code: 'EMBEDDED_DATABASE', message: error.message };
  if (error instanceof StartFault) return { code: error.code, message: error.message };
  const refusal = refusalOf(error);
  return refusal === undefined ? undefined : { code: 'DATABASE', message: refusal };
}
