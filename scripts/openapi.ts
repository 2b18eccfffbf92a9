import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { partQuery } from '../src/rest/body.ts';
import type { AnyRoute } from '../src/rest/route.ts';
import { routes } from '../src/rest/routes/index.ts';

/** `/groups/:group_id` → `/groups/{group_id}`. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/** The query a route takes, if it takes one. */
export const queryOf = (route: AnyRoute): z.ZodObject | undefined =>
  ('list' in route && route.list.partial ? partQuery : route.query) as z.ZodObject | undefined;

const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } });

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function operationOf(route: AnyRoute): ZodOpenApiOperationObject {
  const query = queryOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description:
      route.scope === null ? 'Needs the token of a user.' : `A client token needs the scope \`${route.scope}\`.`,
    tags: [route.tag],
    parameters: pathParameters(route.path).map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    })),
    ...(query && { requestParams: { query } }),
    ...(route.body && { requestBody: { required: true, ...json(route.body) } }),
    security: route.anonymous ? [{}, { bearer: [] }] : [{ bearer: [] }],
    responses: {
      [String(route.status)]: { description: 'Done.', ...(route.response && json(route.response)) },
      ...((route.body || query || route.scope === null) && {
        '400': error('Something in the request is wrong; the description names it.'),
      }),
      '401': error('The access token is missing, invalid or expired.'),
      '403': error('The access token’s scope, or the user’s role, does not allow this.'),
      ...(route.path.includes(':') && { '404': error(`There is no such ${route.noun}.`) }),
    },
  };
}

/** The OpenAPI description of every documented path, from the route table. */
export function createOpenApi(version: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) (paths[templateOf(route.path)] ??= {})[route.method] = operationOf(route);
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Guildhall', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'error_description'],
          properties: { error: { type: 'string' }, error_description: { type: 'string' } },
        },
      },
    },
  });
}
