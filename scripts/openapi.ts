import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { RULES } from '../src/ground/faults/index.ts';
import { ANSWERS, OWN_ANSWERS } from '../src/ground/http/error-answer.ts';
import { creates, isConditional, type AnyRoute } from '../src/doors/rest/route.ts';
import { routes } from '../src/doors/rest/routes/index.ts';
import { challenging, created, failure, headerComponents, headers, tagged, waiting } from './openapi-answers.ts';
import { ISSUER, oauthPaths, oauthResponses, oauthSchemas, securitySchemes, tokenWith } from './openapi-oauth.ts';
import { conditionsOf, isRevalidated, NOT_MODIFIED } from './openapi-conditions.ts';
import { linksOf } from './openapi-links.ts';

/** `/groups/:group_id` → `/groups/{group_id}`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } });

const error = failure('Error');

const responses = {
  Invalid: error('Something in the request is wrong, or in conflict with what there is; the description names it.'),
  Unauthorized: error('The access token is missing, invalid or expired.', challenging),
  Forbidden: error('The access token’s scope, or the user’s role, does not allow this.', challenging),
  NotFound: error('There is no such thing, or it belongs to another customer.'),
  KeyInUse: error('The first request with this Idempotency-Key is still under way.', waiting),
  KeyReused: error('The Idempotency-Key belongs to another request of the last day.'),
  PreconditionFailed: error('Somebody else has changed it since the ETag that `If-Match` names. Nothing was changed.'),
  RateLimited: error('Too much was asked for; try again after the time given.', waiting),
  Internal: error('Something went wrong here; the log has it under the request’s id.'),
  Unavailable: error('The service is not available for the moment; try again after the time given.', waiting),
};

const answer = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });

/** Whether anything in a request can be wrong besides its token and path. */
const takesInput = (route: AnyRoute): boolean =>
  route.method !== 'get' || Boolean(route.body ?? route.query ?? route.version);

function operationOf(route: AnyRoute): ZodOpenApiOperationObject {
  const links = linksOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description:
      route.scope === null
        ? 'Needs a user’s token.'
        : `A client token needs the scope \`${route.scope}\`. A user’s token needs it only for administration.`,
    tags: [route.tag],
    parameters: [
      ...pathParameters(route.path).map((name) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' as const, ...(name.endsWith('_id') && { format: 'uuid' as const }) },
      })),
      ...conditionsOf(route),
    ],
    ...(route.query && { requestParams: { query: route.query } }),
    ...(route.body && { requestBody: { required: true, ...json(route.body) } }),
    security: [...(route.anonymous ? [{}] : []), ...tokenWith(route.scope)],
    responses: {
      [String(route.status)]: {
        description: 'Done.',
        headers: creates(route) ? created : route.version ? tagged : headers,
        ...(route.response && json(route.response)),
        ...(links && { links }),
      },
      ...(isRevalidated(route) && { '304': { description: NOT_MODIFIED, headers: tagged } }),
      ...(takesInput(route) && { '400': answer('Invalid') }),
      '401': answer('Unauthorized'),
      '403': answer('Forbidden'),
      ...(route.path.includes(':') && { '404': answer('NotFound') }),
      ...(creates(route) && { '409': answer('KeyInUse'), '422': answer('KeyReused') }),
      ...(isConditional(route) && { '412': answer('PreconditionFailed') }),
      '429': answer('RateLimited'),
      '500': answer('Internal'),
      '503': answer('Unavailable'),
    },
  };
}

/** The OpenAPI description of every documented path, from the route table. The server inserts its issuer. */
export function createOpenApi(version: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) (paths[templateOf(route.path)] ??= {})[route.method] = operationOf(route);
  const names = [...Object.values(ANSWERS), ...Object.values(OWN_ANSWERS)].map(([, name]) => name);
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Guildhall', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: ISSUER }],
      paths: { ...paths, ...oauthPaths },
      components: {
        securitySchemes,
        headers: headerComponents,
        responses: { ...responses, ...oauthResponses },
        schemas: {
          Error: {
            type: 'object',
            required: ['error', 'error_description', 'code', 'documentation'],
            properties: {
              error: { type: 'string', enum: [...new Set(names)], description: 'The kind of the error.' },
              error_description: { type: 'string', description: 'A description for people. It may change.' },
              code: {
                type: 'string',
                pattern: '^[A-Z][A-Z0-9_]*$',
                description: 'The exact error code. It does not change.',
              },
              documentation: { type: 'string', format: 'uri', description: 'Where the code is explained.' },
              faults: {
                type: 'array',
                minItems: 1,
                description: 'Everything that is wrong with the input, if something is.',
                items: {
                  type: 'object',
                  required: ['path', 'code', 'rule', 'parameters', 'message', 'documentation'],
                  properties: {
                    path: { type: 'string', description: 'Where it is: `email`, or `redirect_uris.1`.' },
                    code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$', description: 'The exact error code.' },
                    rule: {
                      type: ['string', 'null'],
                      enum: [...RULES, null],
                      description: 'The rule that is broken. Null if the code says it all.',
                    },
                    parameters: {
                      type: ['object', 'null'],
                      description: 'The parameters of the rule, such as `max`, by their names. Null without a rule.',
                    },
                    message: { type: 'string', description: 'A description for people. It may change.' },
                    documentation: { type: 'string', format: 'uri', description: 'Where the code is explained.' },
                  },
                  additionalProperties: false,
                },
              },
            },
            additionalProperties: false,
          },
          ...oauthSchemas,
        },
      },
    },
    {
      // A parameter is sent as text but described with its parsed type, so rules for text are left out.
      override: ({ jsonSchema }) => {
        if (jsonSchema.type !== 'integer' && jsonSchema.type !== 'boolean') return;
        delete jsonSchema.pattern;
        delete jsonSchema.enum;
      },
    },
  );
}
