// type-graphql needs it before the first decorator runs.
import 'reflect-metadata';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, ObjectType, registerEnumType } from 'type-graphql';
import { en } from '../../faults/en.ts';
import { RULES, type AnyParameters, type Rule } from '../../faults/index.ts';
import type { RequestContext } from '../context.ts';
import { documentationOf, KINDS, serverErrors, type AppError, type ErrorCode, type ErrorKind } from '../errors.ts';
import { enumName } from '../text.ts';

/** The enum `ErrorCode`, as the type of a field. */
export const ErrorCodeEnum: Record<string, ErrorCode> = {};
const codeTexts: Record<string, { description: string }> = {};
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description: 'Every error code of this server. A code is never renamed and never used for something else.',
  valuesConfig: codeTexts,
});

/** Makes `ErrorCode` of the codes that are declared by now. The schema is built after all rooms are loaded. */
export function closeErrorCodes(): void {
  for (const { code, meaning } of serverErrors()) {
    ErrorCodeEnum[code] = code;
    codeTexts[code] = { description: meaning };
  }
}

const kinds = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind.toUpperCase(), kind]));
registerEnumType(kinds, {
  name: 'ErrorKind',
  description: 'How a request fails. Every error code has one kind.',
  valuesConfig: Object.fromEntries(
    Object.entries(KINDS).map(([kind, description]) => [kind.toUpperCase(), { description }]),
  ),
});

/** The enum `FaultRule`, as the type of a field. */
export const FaultRuleEnum: Readonly<Record<string, Rule>> = Object.fromEntries(
  RULES.map((rule) => [enumName(rule), rule]),
);
registerEnumType(FaultRuleEnum, {
  name: 'FaultRule',
  description:
    'Every rule that an input can break. A rule is never renamed and never used for something else. Its sentence has the parameters in braces, and may change.',
  valuesConfig: Object.fromEntries(RULES.map((rule) => [enumName(rule), { description: en[rule] }])),
});

@ObjectType('InputFault', { description: 'What is wrong with one part of an input.' })
class InputFaultType {
  @Field(() => String, {
    simple: true,
    description: 'Where it is, from the input object on: `name`, or `redirectUris.1` for the second item of a list.',
  })
  path!: string;

  @Field(() => ErrorCodeEnum, { simple: true, description: 'The code.' })
  code!: ErrorCode;

  @Field(() => FaultRuleEnum, {
    nullable: true,
    simple: true,
    description: 'The rule that is broken. Null if the code says it all.',
  })
  rule!: Rule | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    simple: true,
    description: 'The parameters of the rule, such as `max`, by their names. Null without a rule.',
  })
  parameters!: AnyParameters | null;

  @Field(() => String, { simple: true, description: 'What is wrong, in a sentence. It may change.' })
  message!: string;

  @Field(() => String, { description: 'The address of the code’s documentation.' })
  documentation(@Ctx() { settings }: RequestContext): string {
    return documentationOf(settings, this.code);
  }
}

/** The error of one item of a list. It has the fields that `extensions` of an error has. */
@ObjectType({
  description:
    'Why one item of a list was rejected. The `extensions` of an error of a whole operation have the same fields.',
})
export class ItemError {
  @Field(() => ErrorCodeEnum, {
    simple: true,
    description: 'The code. If several things are wrong, that of the first.',
  })
  code!: ErrorCode;

  @Field(() => kinds, { simple: true, description: 'The kind of the code.' })
  kind!: ErrorKind;

  @Field(() => String, { simple: true, description: 'What is wrong, in a sentence or more. It may change.' })
  message!: string;

  @Field(() => String, { description: 'The address of the code’s documentation.' })
  documentation(@Ctx() { settings }: RequestContext): string {
    return documentationOf(settings, this.code);
  }

  @Field(() => String, { nullable: true, simple: true, description: 'The path of the first fault.' })
  field!: string | undefined;

  @Field(() => [InputFaultType], {
    simple: true,
    description: 'Everything that is wrong with the item. Empty if the error is about no part of it.',
  })
  faults!: AppError['faults'];
}

/** What callers are told of the error of an item. The error itself would count as one of the whole operation. */
export const itemErrorOf = ({ code, kind, message, field, faults }: AppError) => ({
  code,
  kind,
  message,
  field,
  faults,
});
