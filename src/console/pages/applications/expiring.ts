import type { TypeOf } from '../../graph/graphql.ts';
import { now } from '../../now.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** Clients whose replaced secret still works, and expires within a week. The same query for a minute. */
export function whereExpiring(): TypeOf<'ClientWhere'> {
  const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
  return {
    previousSecretExpiresAt: { gt: new Date(minute).toISOString(), lt: new Date(minute + WEEK_MS).toISOString() },
  };
}
