import type { ZodOpenApiObject, ZodOpenApiResponseObject } from 'zod-openapi';

type Headers = NonNullable<ZodOpenApiResponseObject['headers']>;

/** What headers say, where an answer refers to them. */
export const headerComponents: Required<NonNullable<ZodOpenApiObject['components']>>['headers'] = {
  RequestId: {
    description: 'What the log calls the request.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
  },
  RetryAfter: {
    description: 'The seconds after which trying again makes sense.',
    schema: { type: 'integer', minimum: 1 },
  },
  Challenge: {
    description: 'How to authenticate, and what is wrong with the token given (RFC 6750 §3).',
    schema: { type: 'string' },
  },
};

/** What every answer carries. */
export const headers: Headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
/** What an answer carries that asks for patience. */
export const waiting: Headers = { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
/** What an answer carries that asks for a token, or a better one. */
export const challenging: Headers = { ...headers, 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } };

/** Content of this type, as the component of this name describes it. */
export const described = (schema: string, type = 'application/json') => ({
  content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** How one kind of failure is answered, in the shape of the component of this name. */
export const failure =
  (schema: string) =>
  (description: string, carrying: Headers = headers): ZodOpenApiResponseObject => ({
    description,
    headers: carrying,
    ...described(schema),
  });
