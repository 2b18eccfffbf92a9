/** What PostgreSQL said when it refused, without the statement, the values and the hint that the ORM adds. */
export function refusalOf(error: unknown): string | undefined {
  let found: string | undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      found = `The database refused: ${cause.message.split('\n', 1)[0]} (${code}).`;
  }
  return found;
}
