/** Why the embedded PostgreSQL cannot serve, in words the person who started it can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
