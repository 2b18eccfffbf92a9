import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isLeafType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Ctx, Field, Info, Int, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { enumOf, Open } from '../../ground/kernel/graphql/types.ts';
import { defaultsOf, rulesOf, rulesOfField } from '../../ground/kernel/graphql/fulfills.ts';
import { INPUT_FORMATS, type InputFormat, type InputRules } from '../../ground/kernel/input-rules.ts';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { isHidden, openInputsOf } from './open.ts';

type Given = Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>;

/** Reading all constraints costs as much as reading the schema. */
const COST = 1_000;

const FormatEnum = enumOf(INPUT_FORMATS);
registerEnumType(FormatEnum, {
  name: 'InputFormat',
  description: 'What a text is.',
  valuesConfig: {
    EMAIL: { description: 'An email address.' },
    URI: { description: 'An absolute URI (RFC 3986).' },
    WEB_ADDRESS: { description: 'An absolute http or https address.' },
    PHONE: { description: 'A phone number of five to fifteen digits.' },
    UUID: { description: 'A UUID.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'What one value of an input must fulfill.' })
class InputConstraint implements Partial<InputRules> {
  @Field(() => String, {
    description: 'The input type, such as `CreateUserInput`, or the operation, such as `disableUsers`.',
  })
  input!: string;

  @Field(() => String, { description: 'The field of the input type, or the argument of the operation.' })
  field!: string;

  @Field(() => String, { description: 'The type, as in the schema: `[String!]`.' })
  type!: string;

  @Field(() => Boolean, { description: 'Whether a value must be given.' })
  isRequired!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the value is a list. All constraints but `maxItems` and `defaultValue` are about each item.',
  })
  isList!: boolean;

  @Field(() => [String], { nullable: true, description: 'The values of an enum.' })
  values?: string[];

  @Field(() => Int, { nullable: true, description: 'The fewest characters of a text.' })
  minLength?: number;

  @Field(() => Int, { nullable: true, description: 'The most characters of a text, without blanks around it.' })
  maxLength?: number;

  @Field(() => String, {
    nullable: true,
    description: 'A regular expression that the whole text must match, as in `<input pattern>` (the flag `v`).',
  })
  pattern?: string;

  @Field(() => FormatEnum, { nullable: true, description: 'What a text is. The server checks it.' })
  format?: InputFormat;

  @Field(() => Int, { nullable: true, description: 'The least number.' })
  minimum?: number;

  @Field(() => Int, { nullable: true, description: 'The greatest number.' })
  maximum?: number;

  @Field(() => Int, { nullable: true, description: 'The most items of a list.' })
  maxItems?: number;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'What holds if the field is left out. Null if that is nothing, or depends on other fields.',
  })
  defaultValue?: unknown;
}

@Resolver()
export class InputConstraintResolver {
  @Open()
  @Query(() => [InputConstraint], {
    complexity: COST,
    description:
      'What all inputs must fulfill, for forms: lengths, patterns, formats, numbers and enums. Introspection does not show them. Those of attributes that the customer has defined are in `attributeDefinitions`. Without an access token, a server in production tells only those of operations that need none.',
  })
  inputConstraints(
    @Arg('input', () => String, { nullable: true, description: 'Only those of this input type or operation.' })
    input: string | null | undefined,
    @Ctx() ctx: RequestContext,
    @Info() { schema }: GraphQLResolveInfo,
  ): InputConstraint[] {
    const all = constraintsOf(schema, ctx.settings);
    const open = isHidden(ctx.viewer, ctx.settings) ? openInputsOf(schema) : undefined;
    return all.filter((each) => [each.input, null, undefined].includes(input) && (open?.has(each.input) ?? true));
  }
}

/** What the sizes of pages fulfill, whatever the list. */
const SIZE = { minimum: 1, maximum: PAGE_MAX };
const PAGE: Readonly<Record<string, InputRules>> = { first: SIZE, last: SIZE };

const known = new WeakMap<GraphQLSchema, InputConstraint[]>();

/** All constraints of the schema. They are the same for every request. */
function constraintsOf(schema: GraphQLSchema, settings: Settings): InputConstraint[] {
  let constraints = known.get(schema);
  if (!constraints)
    known.set(schema, (constraints = [...ofTypes(schema, settings), ...ofOperations(schema, settings)]));
  return constraints;
}

const ofTypes = (schema: GraphQLSchema, settings: Settings): InputConstraint[] =>
  Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) => {
      const defaults = defaultsOf(type.name);
      return Object.values(type.getFields()).map((field) => ({
        ...constraintOf(type.name, field, rulesOfField(type.name, field.name, settings)),
        defaultValue: written(field.type, defaults[field.name] ?? field.defaultValue),
      }));
    });

/** A value as callers write it, with the names of enums. */
function written(type: GraphQLInputType, value: unknown): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return Array.isArray(value) ? value.map((each) => written(nullable.ofType, each)) : null;
  return value != null && isLeafType(nullable) ? nullable.serialize(value) : null;
}

const ofOperations = (schema: GraphQLSchema, settings: Settings): InputConstraint[] =>
  [schema.getQueryType()!, schema.getMutationType()!]
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap(({ name, args, extensions }) => {
      const rules = (extensions['argumentRules'] ?? {}) as Readonly<Record<string, unknown>>;
      return args.map((argument) =>
        constraintOf(name, argument, rulesOf(rules[argument.name] ?? PAGE[argument.name], settings)),
      );
    });

function constraintOf(input: string, { name: field, type, defaultValue }: Given, rules: InputRules): InputConstraint {
  const named = getNamedType(type);
  const values = isEnumType(named) ? named.getValues().map((value) => value.name) : undefined;
  const isRequired = isNonNullType(type) && defaultValue === undefined;
  const isList = isListType(getNullableType(type));
  return { input, field, type: type.toString(), isRequired, isList, ...(values && { values }), ...rules };
}
