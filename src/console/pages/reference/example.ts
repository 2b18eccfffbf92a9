import type { Description, Operation, Schema } from './description.ts';
import { shapeOf } from './shape.ts';

const UUID = '01976b1e-6a00-7c3f-8a52-3d1f0c9b7e42';
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: UUID,
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  uri: 'https://app.example/',
  email: 'ada@example.com',
};

function textIn({ format, pattern = '', minLength = 0 }: Schema): string {
  if (format !== undefined && BY_FORMAT[format] !== undefined) return BY_FORMAT[format];
  if (pattern.includes('{8}-')) return UUID;
  if (pattern.includes('@')) return 'ada@example.com';
  if (pattern.startsWith('^[A-Z]')) return 'CODE';
  return 'string'.padEnd(minLength, '-');
}

/**
 * A value as the schema wants it. `isWhole` says whether it has all fields; otherwise it has the required ones, or the first
 * if none is. What is inside itself is left out.
 */
export function exampleOf(
  description: Description,
  schema: Schema,
  isWhole: boolean,
  above: readonly string[] = [],
): unknown {
  const shape = shapeOf(description, schema);
  const given = shape.example ?? shape.examples?.[0] ?? shape.const ?? shape.default ?? shape.enum?.[0];
  if (given !== undefined) return given;
  const trail = shape.name === undefined ? above : [...above, shape.name];
  if (above.includes(shape.name ?? '') || trail.length > 8) return null;
  if (shape.choices.length > 0) return exampleOf(description, shape.choices[0]!, isWhole, trail);
  if (shape.items) return [exampleOf(description, shape.items, isWhole, trail)];
  const [type = shape.properties ? 'object' : 'string'] = [shape.type ?? []].flat();
  if (type === 'object') {
    const fields = Object.entries(shape.properties ?? {});
    const required = fields.filter(([name]) => shape.required?.includes(name));
    const shown = isWhole ? fields : required.length > 0 ? required : fields.slice(0, shape.minProperties ?? 0);
    const { additionalProperties: values } = shape;
    const more = typeof values === 'object' ? [['name', values] as const] : [];
    return Object.fromEntries(
      [...shown, ...more].map(([name, each]) => [name, exampleOf(description, each, isWhole, trail)]),
    );
  }
  if (type === 'integer' || type === 'number') return shape.minimum ?? 1;
  return type === 'boolean' ? true : textIn(shape);
}

/** An example as it is sent: a form, or JSON. */
export const written = (type: string, value: unknown): string =>
  type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(value as Record<string, string>).toString()
    : typeof value === 'string' && !type.endsWith('json')
      ? value
      : JSON.stringify(value, null, 2);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Who calls: a client by its id and secret where only that is asked for, and a token otherwise. */
function credentialsOf({ components }: Description, { security = [] }: Operation): string[] {
  const ways = security.flatMap((way) => Object.keys(way)).map((name) => components.securitySchemes[name]);
  if (ways.length === 0) return [];
  const isBasic = ways.every((scheme) => scheme?.type === 'http' && scheme.scheme === 'basic');
  return [isBasic ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $TOKEN"'];
}

/** The operation as a command for a shell, with variables for the caller's credentials and the places in the path. */
export function curlOf(description: Description, operation: Operation): string {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const valueOf = (schema: Schema | undefined): string => String(exampleOf(description, schema ?? {}, false));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => `$${name.toUpperCase()}`);
  const query = required
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema }) => [name, valueOf(schema)]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const headers = required.filter(({ in: place }) => place === 'header');
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = content?.schema && written(type!, exampleOf(description, content.schema, false));
  return [
    `curl -X ${operation.method.toUpperCase()} "${description.servers[0]?.url ?? ''}${path}${search}"`,
    ...credentialsOf(description, operation),
    ...headers.map(({ name, schema }) => `-H ${quoted(`${name}: ${valueOf(schema)}`)}`),
    ...(body === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
