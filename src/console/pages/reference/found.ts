import { operationsOf, resolved, type Content, type Description, type Operation, type Schema } from './description.ts';
import { shapeOf } from './shape.ts';

/** The names of all fields of a value, those inside others too. */
function fieldsIn(description: Description, schema: Schema, above: readonly string[] = []): string[] {
  const { name, properties = {}, items, additionalProperties, choices } = shapeOf(description, schema);
  if ((name !== undefined && above.includes(name)) || above.length > 8) return [];
  const more = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...choices, ...more];
  const trail = [...above, name ?? ''];
  return [name ?? '', ...Object.keys(properties), ...inside.flatMap((each) => fieldsIn(description, each, trail))];
}

const fieldsOf = (description: Description, content: Content = {}): string[] =>
  Object.values(content).flatMap(({ schema }) => (schema ? fieldsIn(description, schema) : []));

/** What an operation is found by. Fields of errors are not among it, because nearly all operations have the same. */
const textsOf = (description: Description, operation: Operation): (string | undefined)[] => [
  operation.method,
  operation.path,
  operation.operationId,
  operation.summary,
  operation.description,
  ...operation.parameters.flatMap(({ name, description: text }) => [name, text]),
  ...fieldsOf(description, operation.requestBody?.content),
  ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? fieldsOf(description, content) : [],
  ),
];

const lowered = (texts: readonly (string | undefined)[]): string => texts.join(' ').toLowerCase();

/** Something with the words by which it is found. */
interface Entry<Thing> {
  readonly thing: Thing;
  readonly texts: string;
}

/** All operations and the names of all schemas, each with its words. */
export function entriesOf(description: Description): { operations: Entry<Operation>[]; schemas: Entry<string>[] } {
  return {
    operations: operationsOf(description).map((thing) => ({ thing, texts: lowered(textsOf(description, thing)) })),
    schemas: Object.entries(description.components.schemas).map(([thing, schema]) => ({
      thing,
      texts: lowered([thing, resolved(description, schema).description, ...fieldsIn(description, schema)]),
    })),
  };
}

/** What has all words of a text. */
export function found<Thing>(entries: readonly Entry<Thing>[], text: string): Thing[] {
  const words = text.toLowerCase().split(/\s+/);
  return entries.filter(({ texts }) => words.every((word) => texts.includes(word))).map(({ thing }) => thing);
}
