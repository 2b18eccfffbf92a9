import type { ZodOpenApiObject, ZodOpenApiResponseObject } from 'zod-openapi';

type Headers = NonNullable<ZodOpenApiResponseObject['headers']>;

/** The headers that answers refer to. */
export const headerComponents: Required<NonNullable<ZodOpenApiObject['components']>>['headers'] = {
  RequestId: {
    description: 'The id of the request, as in the server’s log.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
  },
  ETag: {
    description:
      'The version of the thing and a digest of the answer. `If-Match` compares the version, `If-None-Match` all of it.',
    schema: { type: 'string', pattern: '^"[1-9][0-9]*[.][A-Za-z0-9_-]{22}"$' },
  },
  Location: {
    description: 'The address of the new object.',
    schema: { type: 'string', format: 'uri' },
  },
  Replayed: {
    description: 'Only if this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'The number of seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitPolicy: {
    description: 'What the caller can save up (`q`), and in how many seconds (`w`). Absent without a valid token.',
    schema: { type: 'string', pattern: '^"cost";q=[0-9]+;w=[0-9]+$' },
  },
  RateLimit: {
    description: 'What the caller has left (`r`), and in how many seconds all of it is back (`t`).',
    schema: { type: 'string', pattern: '^"cost";r=[0-9]+;t=[0-9]+$' },
  },
  Challenge: {
    description: 'How to authenticate, and what is wrong with the token (RFC 6750 §3).',
    schema: { type: 'string' },
  },
};

/** The headers of every answer. */
export const headers: Headers = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};
/** The headers of an answer about one thing that has a version. */
export const tagged: Headers = { ...headers, ETag: { $ref: '#/components/headers/ETag' } };
/** The headers of the answer to a creation. */
export const created: Headers = {
  ...tagged,
  Location: { $ref: '#/components/headers/Location' },
  'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' },
};
/** The headers of an answer that asks the caller to wait. */
export const waiting: Headers = { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
/** The headers of an answer that asks for a token, or for a better one. */
export const challenging: Headers = { ...headers, 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } };

/** JSON content with the schema of this component. */
export const described = (schema: string, type = 'application/json') => ({
  content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** The answer for one kind of failure, with the schema of this component. */
export const failure =
  (schema: string) =>
  (description: string, carrying: Headers = headers): ZodOpenApiResponseObject => ({
    description,
    headers: carrying,
    ...described(schema),
  });
