// type-graphql needs it before the first decorator runs.
import 'reflect-metadata';
import { Field, ID, InputType, Int, type ClassType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Fulfills, type InputRules } from '../input-rules.ts';

/** The most values of `in`. */
export const IN_MAX = 1000;
/** The most characters of a text. */
export const TEXT_MAX = 255;

const TEXT = { maxLength: TEXT_MAX };
const LIST = { maxItems: IN_MAX };

const IS_NULL = 'Whether it is missing.';
const ONE_OF = `One of these, at most ${IN_MAX}.`;

@InputType({ description: 'Conditions of an id. All that are given must hold.' })
export class IdFilter {
  @Field(() => ID, { nullable: true, description: 'This id.' })
  eq?: string;

  @Fulfills(LIST)
  @Field(() => [ID], { nullable: true, description: ONE_OF })
  in?: string[];
}

@InputType({ description: 'Conditions of an id that can be missing. All that are given must hold.' })
export class OptionalIdFilter extends IdFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({
  description: `Conditions of a text. All that are given must hold. Upper and lower case match each other, unless the field says otherwise. A text has at most ${TEXT_MAX} characters.`,
})
export class TextFilter {
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
export class OptionalTextFilter extends TextFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({ description: 'Conditions of a text in which parts can be searched. Otherwise like `TextFilter`.' })
export class SearchFilter extends TextFilter {
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
export class TimeFilter {
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
export class OptionalTimeFilter extends TimeFilter {
  @Field(() => Boolean, { nullable: true, description: IS_NULL })
  isNull?: boolean;
}

@InputType({ description: 'Conditions of a whole number. All that are given must hold.' })
export class NumberFilter {
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

/** The conditions of an enum. */
export function choiceFilter(name: string, values: object): ClassType {
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

const listFilters = new Map<object, ClassType>();

/** The conditions of a list of an enum's values. There is one type for each enum. */
export function listFilter(name: string, values: object): ClassType {
  const known = listFilters.get(values);
  if (known) return known;
  @InputType(`${name}ListFilter`, { description: `Conditions of a list of \`${name}\`.` })
  class ListFilter {
    @Field(() => values, { nullable: true, description: 'It has this value.' })
    has?: string;
  }
  listFilters.set(values, ListFilter);
  return ListFilter;
}

/** Adds fields to the type of conditions. */
export function addFields(type: ClassType, fields: Readonly<Record<string, Described>>): void {
  for (const [name, { type: typeOf, description, rules }] of Object.entries(fields)) {
    Field(typeOf as () => ClassType, { nullable: true, description })(type.prototype, name);
    if (rules) Fulfills(rules)(type.prototype, name);
  }
}

interface Described {
  readonly type: () => object;
  readonly description: string;
  readonly rules?: InputRules;
}

/** The conditions of a part of a row. */
export function partFilter(name: string, description: string, fields: Readonly<Record<string, Described>>): ClassType {
  @InputType(name, { description })
  class PartFilter {
    /** The conditions of each field. */
    [field: string]: object;
  }
  addFields(PartFilter, fields);
  return PartFilter;
}
