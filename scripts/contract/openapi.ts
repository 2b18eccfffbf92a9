import { areStillAuthorized } from './authorization.ts';
import { EXPECTED, isOver, removalOf } from './deprecation.ts';
import { entries, list, node, resolve, text, type Json, type Node } from './json.ts';

/** Both descriptions. References in each are found in its own root. */
interface Compared {
  readonly before: Node;
  readonly after: Node;
  readonly today: string;
  readonly breaks: string[];
}

/** Who makes what a schema describes: callers must still be accepted, and must still find in answers what they read. */
type Made = 'by callers' | 'by the server';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** What breaks callers of the released description, by today (`YYYY-MM-DD`). */
export function breaksInOpenApi(released: string, current: string, today: string): string[] {
  const before = JSON.parse(released) as Node;
  const after = JSON.parse(current) as Node;
  const compared: Compared = { before, after, today, breaks: [] };
  for (const [path, methods] of entries(before['paths']))
    for (const method of METHODS.filter((name) => name in (methods as Node))) {
      const operation = (methods as Node)[method] as Node;
      const now = node(node(after['paths'])[path])[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (now === undefined) removed(compared, name, operation);
      else compareOperations(compared, name, operation, now as Node);
    }
  return compared.breaks;
}

/** Deprecations in a description that name no date of removal. */
export function undatedInOpenApi(api: string): string[] {
  const undated: string[] = [];
  const walk = (value: Json, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { deprecated, description } = value as Node;
    if (deprecated === true && removalOf(text(description)) === undefined)
      undated.push(`${path}: the deprecation has ${EXPECTED}`);
    for (const [key, part] of Object.entries(value)) walk(part, `${path}/${key}`);
  };
  walk(JSON.parse(api) as Json, '#');
  return undated;
}

function compareOperations(compared: Compared, name: string, before: Node, after: Node): void {
  if (!areStillAuthorized(compared.before, before, compared.after, after))
    compared.breaks.push(`${name} needs other authorization.`);
  const [had, has] = [parametersOf(compared.before, before), parametersOf(compared.after, after)];
  for (const [key, parameter] of had) {
    const now = has.get(key);
    if (!now) removed(compared, `${name} ${key}`, parameter);
    else compareSchemas(compared, `${name} ${key}`, parameter['schema'], now['schema'], 'by callers');
  }
  for (const [key, parameter] of has)
    if (parameter['required'] === true && had.get(key)?.['required'] !== true)
      compared.breaks.push(`${name} ${key} is required.`);
  const [body, newBody] = [node(before['requestBody']), node(after['requestBody'])];
  if (newBody['required'] === true && body['required'] !== true) compared.breaks.push(`${name} requires a body.`);
  compareContents(compared, `${name} body`, body, newBody, 'by callers');
  const answers = node(after['responses']);
  for (const [status, answer] of entries(before['responses'])) {
    const now = answers[status];
    if (now === undefined) {
      if (status.startsWith('2')) compared.breaks.push(`${name} does not answer ${status}.`);
    } else {
      const [one, other] = [resolve(compared.before, answer), resolve(compared.after, now)];
      compareContents(compared, `${name} ${status}`, one, other, 'by the server');
    }
  }
}

function compareContents(compared: Compared, name: string, before: Node, after: Node, made: Made): void {
  const contents = node(after['content']);
  for (const [type, content] of entries(before['content'])) {
    const now = contents[type];
    if (now === undefined) compared.breaks.push(`${name} is not ${type} any more.`);
    else compareSchemas(compared, name, node(content)['schema'], node(now)['schema'], made);
  }
}

function compareSchemas(compared: Compared, name: string, one: Json = {}, other: Json = {}, made: Made): void {
  const [before, after] = [resolve(compared.before, one), resolve(compared.after, other)];
  const report = (change: string) => void compared.breaks.push(`${name} ${change}`);
  const [wide, narrow] = made === 'by callers' ? [after, before] : [before, after];
  if (!typesOf(narrow).every((type) => hasType(typesOf(wide), type)))
    return report(`was ${typesOf(before).join(' or ')}, and is ${typesOf(after).join(' or ')}.`);
  const [some, others] = [list(before['anyOf']), list(after['anyOf'])];
  if (some.length !== others.length) report('has other alternatives.');
  else for (const [at, part] of some.entries()) compareSchemas(compared, name, part, others[at], made);
  if (before['items'] !== undefined) compareSchemas(compared, `${name}[]`, before['items'], after['items'], made);
  const properties = node(after['properties']);
  for (const [key, property] of entries(before['properties'])) {
    const now = properties[key];
    if (now === undefined) removed(compared, `${name}.${key}`, resolve(compared.before, property));
    else compareSchemas(compared, `${name}.${key}`, property, now, made);
  }
  if (made === 'by callers') return compareLimits(report, before, after);
  for (const key of list(before['required']))
    if (text(key) in properties && !list(after['required']).includes(key)) report(`may lack ${text(key)}.`);
}

/** What callers were allowed to send. */
function compareLimits(report: (change: string) => void, before: Node, after: Node): void {
  for (const key of list(after['required']))
    if (!list(before['required']).includes(key)) report(`requires ${text(key)}.`);
  for (const value of valuesOf(before) ?? [])
    if (valuesOf(after)?.includes(value) === false) report(`does not accept ${text(value)}.`);
  if (valuesOf(after) && !valuesOf(before)) report('accepts only some values.');
  for (const limit of ['maxLength', 'maximum', 'maxItems'])
    if (limitOf(after, limit, Infinity) < limitOf(before, limit, Infinity)) report(`has a lower ${limit}.`);
  for (const limit of ['minLength', 'minimum', 'minItems', 'minProperties'])
    if (limitOf(after, limit, 0) > limitOf(before, limit, 0)) report(`has a higher ${limit}.`);
  for (const limit of ['pattern', 'format', 'uniqueItems'])
    if (after[limit] !== undefined && after[limit] !== before[limit]) report(`has another ${limit}.`);
  if (after['additionalProperties'] === false && before['additionalProperties'] !== false)
    report('accepts no other properties.');
}

/** Reports what is gone, unless it was deprecated and its date of removal has passed. */
function removed({ breaks, today }: Compared, name: string, { deprecated, description }: Node): void {
  if (deprecated !== true || !isOver(text(description), today)) breaks.push(`${name} was removed.`);
}

const parametersOf = (root: Node, operation: Node): Map<string, Node> =>
  new Map(
    list(operation['parameters'])
      .map((parameter) => resolve(root, parameter))
      .map((parameter) => [`${text(parameter['in'])} parameter ${text(parameter['name'])}`, parameter]),
  );

const typesOf = ({ type }: Node): string[] =>
  type === undefined ? ['anything'] : Array.isArray(type) ? list(type).map(text) : [text(type)];
const hasType = (types: readonly string[], type: string): boolean =>
  types.includes('anything') || types.includes(type) || (type === 'integer' && types.includes('number'));
const valuesOf = (schema: Node): readonly Json[] | undefined =>
  'const' in schema ? [schema['const']!] : schema['enum'] === undefined ? undefined : list(schema['enum']);
const limitOf = (schema: Node, limit: string, none: number): number => Number(schema[limit] ?? none);
