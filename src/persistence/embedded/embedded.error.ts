import { StartFault } from '../../kernel/start-fault.ts';

/** Why the embedded PostgreSQL cannot serve. */
export class EmbeddedPostgresError extends StartFault {
  override readonly name = 'EmbeddedPostgresError';

  constructor(message: string) {
    super('EMBEDDED_DATABASE', message);
  }
}
