import { raw, sql, type Raw } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import {
  CONDITIONS_MAX,
  givenIn,
  IN_MAX,
  joined,
  RANKS,
  type Property,
  type Test,
} from '../../ground/lists/filter/index.ts';
import type { AttributeDefinition } from './attribute-definition.entity.ts';
import { definitionsLoader } from './attribute.loader.ts';
import { attributePolicy } from './attribute.policy.ts';
import { INDEXED_MAX, readValue } from './attribute-value.ts';
import type { AttributeSubject } from './attribute-vocabulary.ts';
import { attributeErrors } from './errors.ts';

/** Conditions of one attribute. All that are given must hold. */
export interface AttributeConditions {
  readonly name: string;
  readonly eq?: unknown;
  readonly in?: readonly unknown[];
  readonly startsWith?: string;
  readonly gt?: unknown;
  readonly gte?: unknown;
  readonly lt?: unknown;
  readonly lte?: unknown;
  readonly isNull?: boolean;
}

/** The columns of the index that refer to the objects. */
export const KEYS = { user: 'user_id', group: 'group_id', client: 'client_id' } as const;

/** The conditions of the attributes of a subject. `isOwn` says whether members list only what is their own. */
export const attributesOf = (subject: AttributeSubject, isOwn = false): Property => ({
  shape: { inputs: 'AttributeWhere' },
  rules: { maxItems: CONDITIONS_MAX },
  description: 'Values of attributes that the customer has defined. All of these must hold.',
  read: async (given: readonly AttributeConditions[], path, { ctx }) => {
    if (given.length === 0) throw fault(path, 'no_condition');
    const definitions = await ctx.loader(definitionsLoader).load(subject);
    const tests = given.map((where, n) =>
      testsOf(definitionOf(ctx, definitions, where, `${path}[${n}]`, isOwn), where, `${path}[${n}]`),
    );
    return { all: tests.flat() };
  },
});

/** The definition with this name. One that the viewer may not see of every row is unknown. */
function definitionOf(
  { viewer }: RequestContext,
  definitions: readonly AttributeDefinition[],
  { name }: AttributeConditions,
  path: string,
  isOwn: boolean,
): AttributeDefinition {
  const relation = attributePolicy.relation(viewer, 'read', isOwn);
  const found = definitions.find((each) => each.name === name && attributePolicy.sees(each, relation));
  const field = `${path}.name`;
  if (!found) throw attributeErrors.UNKNOWN_ATTRIBUTE({ field, broken: broken('no_attribute') });
  if (!found.isSearchable && !found.isUnique) throw attributeErrors.ATTRIBUTE_NOT_SEARCHABLE({ field });
  return found;
}

type Operators = Readonly<Record<string, (value: never, at: string) => Test>>;
const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
const ORDERED = ['number', 'integer', 'date', 'moment'];

/** A value as the index has it. */
const textOf = (value: string | boolean): string => String(value);

function testsOf(definition: AttributeDefinition, where: AttributeConditions, path: string): Test[] {
  const { type, isList, isUnique, constraints, subject } = definition;
  const key = KEYS[subject];
  const isNumber = type === 'number' || type === 'integer';
  const column = raw(isNumber ? 'v.number' : 'v.value collate "C"');
  const rules = { type, isList: false, constraints: constraints.values ? { values: constraints.values } : {} };
  const read = (value: unknown, at: string): Raw => {
    const stored = readValue(rules, value, at);
    return isNumber ? sql`${stored}::double precision` : sql`${textOf(stored as string | boolean)}::text`;
  };
  const test = (at: string, condition: Raw, rank: number): Test => ({
    path: at,
    rank,
    // Of one row, whatever PostgreSQL expects: `offset 0` keeps the other conditions from other indexes.
    check: sql`exists (
      select from (${raw(`select * from attribute_values v where v.${key} = e.id offset 0`)}) v
      where v.definition_id = ${definition.id}::uuid and ${condition})`,
    find: ({ customerId }, limit) => ({
      ids: sql`
        ${raw(`select v.${key} as id from attribute_values v`)}
        where v.definition_id = ${definition.id}::uuid and v.customer_id = ${customerId}::uuid and ${condition}
        limit ${limit}`,
      isFew: isUnique && rank === RANKS.value,
    }),
  });
  const operators: Operators = {
    eq: (value: unknown, at) => test(at, sql`${column} = ${read(value, at)}`, RANKS.value),
    in: (values: readonly unknown[], at) => {
      if (values.length > IN_MAX) throw fault(at, 'too_many', { max: IN_MAX });
      const list = values.map((value, n) => read(value, `${at}[${n}]`));
      return test(at, sql`${column} in (${joined(list, ', ', 'null')})`, RANKS.value);
    },
    startsWith: (value: string, at) => {
      if (type !== 'string' && type !== 'enum') throw fault(at, 'for_types', { types: ['string', 'enum'] });
      const start = readValue({ type: 'string', isList: false, constraints: { maxLength: INDEXED_MAX } }, value, at);
      const end = `${start as string}\u{10FFFF}`;
      return test(at, sql`${column} >= ${start}::text and ${column} < ${end}::text`, RANKS.part);
    },
    isNull: (value: boolean, at) => {
      const some = test(at, raw('true'), RANKS.choice);
      return value ? { path: at, rank: RANKS.choice, check: sql`not ${some.check}`, opposite: () => some } : some;
    },
  };
  const comparison = (name: string, value: unknown): Raw => {
    const at = `${path}.${name}`;
    if (!ORDERED.includes(type)) throw fault(at, 'for_types', { types: ORDERED });
    return sql`${column} ${raw(COMPARISONS[name]!)} ${read(value, at)}`;
  };
  const conditions = Object.entries(where).filter(([name]) => name !== 'name');
  const given = givenIn(Object.fromEntries(conditions), path);
  const [ranges, others] = [
    given.filter(([name]) => name in COMPARISONS),
    given.filter(([name]) => !(name in COMPARISONS)),
  ];
  // Of one value, all comparisons are one range. Of a list, each may hold of another item.
  const within = isList ? ranges.map((range) => [range]) : [ranges].filter(({ length }) => length > 0);
  return [
    ...others.map(([name, value]) => operators[name]!(value as never, `${path}.${name}`)),
    ...within.map((range) => {
      const at = range.length === 1 ? `${path}.${range[0]![0]}` : path;
      const compared = range.map(([name, value]) => comparison(name, value));
      return test(at, joined(compared, ' and '), RANKS.range);
    }),
  ];
}
