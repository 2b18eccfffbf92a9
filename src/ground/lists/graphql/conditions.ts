// type-graphql needs it before the first decorator runs.
import 'reflect-metadata';
import { Field, ID, InputType, Int, registerEnumType, type ClassType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { IN_MAX, TEXT_MAX, type Filter, type Shape, type Shaped } from '../filter/index.ts';
import { CONDITIONS_MAX, DEPTH_MAX } from '../filter/size.ts';
import { Fulfills } from '../../kernel/graphql/fulfills.ts';
import { ScopeEnum } from '../../kernel/graphql/types.ts';

const TEXT = { maxLength: TEXT_MAX };
const LIST = { maxItems: IN_MAX };
const CONDITIONS = { maxItems: CONDITIONS_MAX };

const IS_NULL = 'Whether it is missing.';
const ONE_OF = `One of these, at most ${IN_MAX}.`;

@InputType({ description: 'Conditions of an id. All that are given must hold.' })
class IdFilter {
  @Field(() => ID, { nullable: true, description: 'This id.' })
  eq?: string;

  @Fulfills(LIST)
  @Field(() => [ID], { nullable: true, description: ONE_OF })
  in?: string[];
}

@InputType({ description: 'Conditions of an id that can be missing. All that are given must hold.' })
class OptionalIdFilter extends IdFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({
  description: `Conditions of a text. All that are given must hold. Upper and lower case match each other, unless the field says otherwise. A text has at most ${TEXT_MAX} characters.`,
})
class TextFilter {
  @Fulfills(TEXT)
  @Field(() => String, { nullable: true, description: 'This text.' })
  eq?: string;

  @Fulfills({ ...TEXT, ...LIST })
  @Field(() => [String], { nullable: true, description: ONE_OF })
  in?: string[];

  @Fulfills(TEXT)
  @Field(() => String, {
    nullable: true,
    description: 'It begins with this text. Accents make no difference in names and addresses.',
  })
  startsWith?: string;
}

@InputType({ description: 'Conditions of a text that can be missing. Otherwise like `TextFilter`.' })
class OptionalTextFilter extends TextFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({ description: 'Conditions of a text in which parts can be searched. Otherwise like `TextFilter`.' })
class SearchFilter extends TextFilter {
  @Fulfills(TEXT)
  @Field(() => String, {
    nullable: true,
    description:
      'It contains all words of this text, in any order and with or without accents. An index finds texts by three letters or digits in a row. Shorter ones only check what other conditions find.',
  })
  contains?: string;
}

@InputType({
  description: 'Conditions of a moment. All that are given must hold: a period is `{ gte: …, lt: … }`.',
})
class TimeFilter {
  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Later than this.' })
  gt?: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'At this moment or later.' })
  gte?: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Before this.' })
  lt?: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'At this moment or before.' })
  lte?: Date;
}

@InputType({
  description:
    'Conditions of a moment that can be missing. A missing one is neither before nor after another. Otherwise like `TimeFilter`.',
})
class OptionalTimeFilter extends TimeFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({ description: 'Conditions of a whole number. All that are given must hold.' })
class NumberFilter {
  @Field(() => Int, { nullable: true, description: 'This number.' })
  eq?: number;

  @Field(() => Int, { nullable: true, description: 'More than this.' })
  gt?: number;

  @Field(() => Int, { nullable: true, description: 'This or more.' })
  gte?: number;

  @Field(() => Int, { nullable: true, description: 'Less than this.' })
  lt?: number;

  @Field(() => Int, { nullable: true, description: 'This or less.' })
  lte?: number;
}

const TYPES = {
  flag: Boolean,
  words: String,
  id: IdFilter,
  optionalId: OptionalIdFilter,
  text: TextFilter,
  optionalText: OptionalTextFilter,
  searchedText: SearchFilter,
  time: TimeFilter,
  optionalTime: OptionalTimeFilter,
  number: NumberFilter,
} satisfies Record<Extract<Shape, string>, object>;

/** The types that were made of shapes, by what they are of. */
const known = new Map<unknown, ClassType>();

function once(key: unknown, make: () => ClassType): ClassType {
  const type = known.get(key) ?? make();
  known.set(key, type);
  return type;
}

function typeOf(shape: Shape): object {
  if (typeof shape === 'string') return TYPES[shape];
  if ('choice' in shape) return once(`one ${shape.choice}`, () => choiceType(shape.choice));
  if ('list' in shape) return once(`list ${shape.list}`, () => listType(shape.list));
  if ('rows' in shape) return whereType(shape.rows());
  if ('inputs' in shape) return [inputs.get(shape.inputs)!];
  return once(shape, () => partType(shape.part, shape.description, shape.fields));
}

const choices = new Map<string, object>([['Scope', ScopeEnum]]);

/** Registers an enum, for properties too that have one or several of its values. */
export const registerChoices: typeof registerEnumType = (values, config) => {
  registerEnumType(values, config);
  choices.set(config.name, values);
};

const inputs = new Map<string, ClassType>();

/** Makes an input known by its name, for properties whose conditions it is. */
export const addConditions = (type: ClassType): void => void inputs.set(type.name, type);

function choiceType(name: string): ClassType {
  const values = choices.get(name)!;
  @InputType(`${name}Filter`, { description: `Conditions of a \`${name}\`. All that are given must hold.` })
  class ChoiceFilter {
    @Field(() => values, { nullable: true, description: 'This value.' })
    eq?: string;

    @Fulfills(LIST)
    @Field(() => [values], { nullable: true, description: ONE_OF })
    in?: string[];
  }
  return ChoiceFilter;
}

function listType(name: string): ClassType {
  const values = choices.get(name)!;
  @InputType(`${name}ListFilter`, { description: `Conditions of a list of \`${name}\`.` })
  class ListFilter {
    @Field(() => values, { nullable: true, description: 'It has this value.' })
    has?: string;
  }
  return ListFilter;
}

function partType(name: string, description: string, fields: Readonly<Record<string, Shaped>>): ClassType {
  @InputType(`${name}Where`, { description })
  class PartFilter {
    /** The conditions of each field. */
    [field: string]: object;
  }
  addFields(PartFilter, fields);
  return PartFilter;
}

function addFields(type: ClassType, fields: Readonly<Record<string, Shaped>>): void {
  for (const [name, { shape, description, rules }] of Object.entries(fields)) {
    const conditions = typeOf(shape);
    Field(() => conditions as ClassType, { nullable: true, description })(type.prototype, name);
    if (rules) Fulfills(rules)(type.prototype, name);
  }
}

/** The filters whose types have no properties yet. */
const open: Filter[] = [];

/** The type of the conditions of rows, such as `UserWhere`. */
export const whereType = (filter: Filter): ClassType =>
  once(filter, () => {
    const { name, rules } = filter;
    @InputType(`${name}Where`, {
      description: `Conditions of ${rules.noun}. All that are given must hold. There are at most ${CONDITIONS_MAX}, and at most ${DEPTH_MAX} objects inside each other. Null is not a condition.`,
    })
    class Where {
      @Fulfills(CONDITIONS)
      @Field(() => [Where], { nullable: true, description: 'All of these must hold.' })
      and?: object[];

      @Fulfills(CONDITIONS)
      @Field(() => [Where], { nullable: true, description: 'At least one of these must hold.' })
      or?: object[];

      @Field(() => Where, { nullable: true, description: 'This must not hold.' })
      not?: object;
    }
    open.push(filter);
    return Where;
  });

/** Gives the types of conditions their properties. All modules have added theirs when the schema is built. */
export function closeConditions(): void {
  for (let filter = open.pop(); filter; filter = open.pop()) addFields(whereType(filter), filter.properties);
}
