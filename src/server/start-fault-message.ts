import { ConfigError } from '../config/load.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { EmbeddedPostgresError } from '../persistence/embedded/embedded.error.ts';
import { refusalOf } from '../persistence/refusal.ts';

const forPeople = [ConfigError, EmbeddedPostgresError, StartFault];

/** What is wrong, for whoever starts the server. Undefined for an unexpected error, which belongs into the log. */
export const startFaultMessage = (error: unknown): string | undefined =>
  forPeople.some((kind) => error instanceof kind) ? (error as Error).message : refusalOf(error);
