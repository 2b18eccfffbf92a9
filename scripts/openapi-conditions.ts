import { IDEMPOTENCY_KEY } from '../src/ground/http/idempotency-key.ts';
import { TAGS } from '../src/doors/rest/preconditions.ts';
import { creates, isConditional, type AnyRoute } from '../src/doors/rest/route.ts';

export const NOT_MODIFIED = 'The caller has this answer already: its ETag is among those of `If-None-Match`.';

const header = (name: string, description: string, pattern = TAGS) => ({
  name,
  in: 'header' as const,
  description,
  schema: { type: 'string' as const, pattern },
});

const IF_MATCH = header(
  'If-Match',
  'The ETag of an earlier answer about it, or several. If somebody has changed it since, nothing happens (412).',
);
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The ETags of answers that the caller has. If one is current, 304 says so.',
);

const KEY = header(
  'Idempotency-Key',
  'A value of your own for this request, such as a UUID. A repetition within a day gets the same answer. Needs a token.',
  IDEMPOTENCY_KEY,
);

/** Whether the operation reads one thing that has a version. */
export const isRevalidated = ({ method, version }: AnyRoute): boolean => method === 'get' && version !== undefined;

/** The headers of a request that say when it is performed: conditions (RFC 9110 §13.1) and its key. */
export const conditionsOf = (route: AnyRoute) => [
  ...(isConditional(route) ? [IF_MATCH] : []),
  ...(isRevalidated(route) ? [IF_NONE_MATCH] : []),
  ...(creates(route) ? [KEY] : []),
];
