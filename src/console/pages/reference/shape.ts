import { number, t } from '../../messages/index.ts';
import { resolved, type Description, type Schema } from './description.ts';

/** What a schema says, with its references, unions with null and parts put together. */
export interface Shape extends Schema {
  /** What the description calls it. */
  readonly name?: string;
  readonly isNullable: boolean;
  /** What it can be, if that is more than one thing. */
  readonly choices: readonly Schema[];
}

const NAMED = '#/components/schemas/';
// Nothing sensible has so many parts in parts.
const DEEPEST = 20;

/** The shape of a schema. One that is among its own parts or alternatives (`above`) ends there. */
export function shapeOf(description: Description, schema: Schema, above: readonly string[] = []): Shape {
  const name = schema.$ref?.startsWith(NAMED) ? schema.$ref.slice(NAMED.length) : undefined;
  const { allOf = [], anyOf, oneOf, ...own } = resolved(description, schema);
  const isInItself = schema.$ref !== undefined && above.includes(schema.$ref);
  const trail = schema.$ref === undefined ? above : [...above, schema.$ref];
  const parts = isInItself ? [] : allOf.map((part) => shapeOf(description, part, trail));
  const whole = [...parts, own].reduce<Schema>(
    (all, part) => ({
      ...all,
      ...part,
      ...((all.properties ?? part.properties) && { properties: { ...all.properties, ...part.properties } }),
      ...((all.required ?? part.required) && { required: [...(all.required ?? []), ...(part.required ?? [])] }),
    }),
    {},
  );
  const inParts = parts.flatMap(({ choices }) => choices);
  const given = [...inParts, ...(anyOf ?? []), ...(oneOf ?? [])];
  const choices = given.filter((choice) => resolved(description, choice).type !== 'null');
  const types = [whole.type ?? []].flat();
  const isNullable = choices.length < given.length || types.includes('null') || parts.some((part) => part.isNullable);
  const type = types.length > 0 ? { type: types.filter((each) => each !== 'null') } : {};
  if (choices.length !== 1 || isInItself)
    return { ...whole, ...type, ...(name !== undefined && { name }), isNullable, choices };
  const only = shapeOf(description, choices[0]!, trail);
  return { ...only, ...whole, ...(name !== undefined && { name }), isNullable: isNullable || only.isNullable };
}

/** The type in short: `string`, `Uuid[]`, `User | null`. */
export function typeOf(description: Description, schema: Schema, depth = 0): string {
  const shape = shapeOf(description, schema);
  const plain = (): string => {
    if (shape.name !== undefined || depth > DEEPEST) return shape.name ?? '…';
    if (shape.items) {
      const of = typeOf(description, shape.items, depth + 1);
      return of.includes(' ') ? `(${of})[]` : `${of}[]`;
    }
    if (shape.choices.length > 0)
      return shape.choices.map((choice) => typeOf(description, choice, depth + 1)).join(' | ');
    if (typeof shape.additionalProperties === 'object')
      return `{ …: ${typeOf(description, shape.additionalProperties, depth + 1)} }`;
    return [shape.type ?? (shape.properties ? 'object' : 'any')].flat().join(' | ');
  };
  return shape.isNullable ? `${plain()} | null` : plain();
}

/** The named schema in a type: the one that it is, or that its list or map is of. */
export function namedIn(description: Description, schema: Schema): string | undefined {
  const { name, items, additionalProperties } = shapeOf(description, schema);
  const of = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return name ?? (of && shapeOf(description, of).name);
}

/** A rule for values: in words, or as it is in the description. */
export interface Rule {
  readonly words: string;
  readonly values?: readonly string[];
}

function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return `${number(least)} – ${number(most)}`;
  if (least !== undefined) return `≥ ${number(least)}`;
  return most === undefined ? undefined : `≤ ${number(most)}`;
}

/** The rules that values keep. Those of what is in a list say so. */
export function rulesOf(description: Description, schema: Schema): Rule[] {
  const shape = shapeOf(description, schema);
  const rules: Rule[] = [];
  const counted = (key: 'value' | 'length' | 'items' | 'fields', counts: string | undefined): void => {
    if (counts !== undefined) rules.push({ words: t(`reference.${key}`, { range: counts }) });
  };
  const told = (key: 'format' | 'pattern' | 'enum' | 'const' | 'default', values: readonly unknown[]): void => {
    const texts = values.filter((value) => value !== undefined && value !== null).map(textOf);
    if (texts.length > 0) rules.push({ words: t(`reference.${key}`), values: texts });
  };
  told('format', [shape.format]);
  counted('value', range(shape.minimum, shape.maximum));
  counted('length', range(shape.minLength, shape.maxLength));
  counted('items', range(shape.minItems, shape.maxItems));
  counted('fields', range(shape.minProperties, shape.maxProperties));
  if (shape.uniqueItems) rules.push({ words: t('reference.unique') });
  told('const', [shape.const]);
  told('enum', shape.enum ?? []);
  told('default', [shape.default]);
  told('pattern', [shape.pattern]);
  const inList = shape.items && shapeOf(description, shape.items);
  if (!inList || inList.name !== undefined || inList.items) return rules;
  const ofEach = rulesOf(description, inList).map((rule) => ({
    ...rule,
    words: `${t('reference.each')} ${rule.words}`,
  }));
  return [...rules, ...ofEach];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
