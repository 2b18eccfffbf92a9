import * as z from 'zod';
import { pathParameters, templateOf } from './openapi.ts';
import { creates, isConditional, type AnyRoute } from '../src/doors/rest/route.ts';
import { routes } from '../src/doors/rest/routes/index.ts';

interface Shape {
  readonly type?: string | string[];
  readonly format?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly anyOf?: Shape[];
  readonly items?: Shape;
  readonly properties?: Record<string, Shape>;
  readonly required?: string[];
  readonly description?: string;
}

/** A schema with all named parts written out. */
function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  const { $defs: parts = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const written = (part: object): Shape =>
    JSON.parse(JSON.stringify(part), (_key, value: { $ref?: string } | null) => {
      const name = value?.$ref?.slice('#/$defs/'.length);
      return name === undefined ? value : { ...written(parts[name]!), ...value, $ref: undefined };
    }) as Shape;
  return written(whole);
}

function typeOf(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ');
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${String(value)}\``).join(' or ');
  if (shape.items) return `array of ${typeOf(shape.items)}`;
  const type = shape.properties ? 'object' : [shape.type].flat().join(' or ');
  return shape.format ? `${type} (${shape.format})` : type || 'any';
}

/** The fields of an object. Nested ones are named by their path. */
const rowsOf = (shape: Shape, path = ''): [name: string, field: Shape, required: boolean][] =>
  Object.entries(shape.properties ?? {}).flatMap(([key, field]) => [
    [path + key, field, shape.required?.includes(key) ?? false] as [string, Shape, boolean],
    ...rowsOf(field, `${path}${key}.`),
    ...(field.items ? rowsOf(field.items, `${path}${key}[].`) : []),
  ]);

/** What is said about a field; about an optional one, what is said about its value. */
const notesOf = ({ description, anyOf = [] }: Shape): string =>
  description ?? anyOf.flatMap((shape) => shape.description ?? []).join(' ');

function table(heading: string, shape: Shape): string[] {
  const rows = rowsOf(shape);
  if (rows.length === 0) return [];
  const line = ([name, field, required]: (typeof rows)[number]): string =>
    `| \`${name}\` | ${typeOf(field)}${required && heading !== 'Answer' ? ', required' : ''} | ${notesOf(field)} |`;
  return ['', `${heading}:`, '', '| Field | Type | Notes |', '|---|---|---|', ...rows.map(line)];
}

function section(route: AnyRoute): string[] {
  return [
    '',
    `### ${route.method.toUpperCase()} ${templateOf(route.path)}`,
    '',
    `${route.summary} ${route.scope === null ? 'Needs the token of a user' : `A client token needs \`${route.scope}\``}${route.anonymous ? '; works without a token too' : ''}.`,
    ...(route.query ? table('Query', shapeOf(route.query, 'input')) : []),
    ...(route.body ? table('Body', shapeOf(route.body, 'input')) : []),
    '',
    `Success: ${route.status}${route.response ? '' : ', empty body'}.${
      pathParameters(route.path).length > 0 ? ` 404 when there is no such ${route.noun}.` : ''
    }${route.version ? ' The answer has an `ETag`.' : ''}${isConditional(route) ? ' `If-Match` is heeded (412).' : ''}${creates(route) ? ' `Idempotency-Key` is heeded (409, 422).' : ''}`,
    ...(route.response ? table('Answer', shapeOf(route.response, 'output')) : []),
  ];
}

/** The REST reference page, from the route table. */
export function renderRestReference(): string {
  const areas = [...Map.groupBy(routes, (route) => route.tag)];
  return [
    '# REST reference',
    '',
    '`npm run generate` writes this page from the route table. Paths are relative to the base URL. Bodies are JSON. Every',
    'request has `Authorization: Bearer <access token>` unless its section says otherwise. [Decisions](../decisions/README.md) say',
    'what client tokens and users may do, and how errors are answered.',
    ...areas.flatMap(([tag, members]) => ['', `## ${tag}`, ...members.flatMap(section)]),
    '',
  ].join('\n');
}
