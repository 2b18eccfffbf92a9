import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { createOpenApi } from '../../scripts/openapi.ts';
import { routes } from '../../src/doors/rest/routes/index.ts';
import { useApp } from '../support/app.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp();

interface Shape {
  readonly type?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Record<string, Shape>;
  readonly items?: Shape;
}

/** The documented interface: every operation has exactly one route. */
const DOCUMENTED = [
  'POST /groups',
  'GET /groups',
  'GET /groups/:id',
  'PUT /groups/:id',
  'PATCH /groups/:id',
  'DELETE /groups/:id',
  'GET /groups/:id/members',
  'POST /groups/:id/members/:id',
  'DELETE /groups/:id/members/:id',
  'GET /api/users',
  'GET /api/users/:id',
  'POST /api/users',
  'PUT /api/users/:id',
  'PATCH /api/users/:id',
  'DELETE /api/users/:id',
  'GET /api/clients',
  'GET /api/clients/:id',
  'POST /api/clients',
  'PUT /api/clients/:id',
  'PATCH /api/clients/:id',
  'POST /api/clients/:id/rotate-secret',
  'DELETE /api/clients/:id',
  'POST /api/mfa/setup',
  'POST /api/mfa/verify-setup',
  'POST /api/mfa/disable',
  'POST /api/mfa/backup-codes/regenerate',
  'GET /api/sessions',
  'DELETE /api/sessions/:id',
];

describe('the route table', () => {
  it('has exactly one route for every documented operation', () => {
    const table = routes.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:\w+/g, ':id')}`);
    expect(table.toSorted()).toEqual(DOCUMENTED.toSorted());
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  it('holds documents that fit the schema', () => {
    const schema = committedSchema();
    for (const { operationId, document } of routes)
      expect([operationId, ...validate(schema, parse(document as unknown as string))]).toEqual([operationId]);
  });

  it('has answers that hold their own fields and no others', () => {
    const loose = (shape: Shape): boolean =>
      (shape.type === 'object' && shape.additionalProperties !== false) ||
      [...Object.values(shape.properties ?? {}), ...(shape.items ? [shape.items] : [])].some(loose);
    const shapes = routes.map(({ operationId, response }) => ({
      operationId,
      shape: response && (z.toJSONSchema(response) as Shape),
    }));
    expect(shapes.filter(({ shape }) => shape && loose(shape)).map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has next_cursor in the answer of every list that is told in parts', () => {
    const parts = routes.filter(({ query }) => query && 'cursor' in query.shape);
    expect(parts.map(({ operationId }) => operationId)).toEqual(['listGroups', 'listGroupMembers', 'listClients']);
    for (const { response } of parts) expect(Object.keys(response!.shape)).toContain('next_cursor');
  });

  it('is what openapi.json says', async () => {
    const text = JSON.stringify(createOpenApi(manifest.version));
    expect(JSON.parse(await readFile('openapi.json', 'utf8'))).toEqual(JSON.parse(text));
  });

  it('is served with the issuer as its server', async () => {
    const { status, body } = await app.send('GET', '/openapi.json');
    expect([status, body.servers]).toEqual([200, [{ url: app.issuer }]]);
  });
});
