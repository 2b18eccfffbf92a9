import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars';
import { ConnectionArgs, connectionType, edgeType, OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { enumOf, Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import { DefaultsTo, Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import type { Attribute } from '../attribute-values.service.ts';
import { GIVEN_MAX, type GivenAttribute } from '../attribute-writer.ts';
import { CLAIM_MAX, CLAIM_PATTERN } from '../attribute-claim.ts';
import {
  DEFINITION_DEFAULTS,
  DESCRIPTION_MAX,
  NAME_MAX,
  NAME_PATTERN,
  VALUE_MAX,
  VALUES_MAX,
} from '../attribute-definition.input.ts';
import type { CreateDefinition, UpdateDefinition } from '../attribute-definition.input.ts';
import type { AttributeDefinition } from '../attribute-definition.entity.ts';
import { PATTERN_MAX } from '../attribute-pattern.ts';
import { INDEXED_MAX, ITEMS_DEFAULT_MAX, ITEMS_MAX, JSON_MAX, TEXT_DEFAULT_MAX, TEXT_MAX } from '../attribute-value.ts';
import {
  AUDIENCES,
  CLAIM_SCOPES,
  SUBJECTS,
  TYPES,
  type AttributeAudience,
  type AttributeConstraints,
  type AttributeSubject,
  type AttributeType,
  type ClaimScope,
} from '../attribute-vocabulary.ts';

const SubjectEnum = enumOf(SUBJECTS);
registerEnumType(SubjectEnum, {
  name: 'AttributeSubject',
  description: 'What attributes belong to.',
  valuesConfig: {
    USER: { description: 'Users.' },
    GROUP: { description: 'Groups.' },
    CLIENT: { description: 'OAuth clients.' },
  },
});

const TypeEnum = enumOf(TYPES);
registerEnumType(TypeEnum, {
  name: 'AttributeType',
  description: 'What the values of an attribute are.',
  valuesConfig: {
    STRING: { description: 'A text, without blanks around it.' },
    NUMBER: { description: 'A number.' },
    INTEGER: { description: 'A whole number of at most 53 bits.' },
    BOOLEAN: { description: 'True or false.' },
    DATE: { description: 'A date, like "2026-01-31".' },
    MOMENT: { description: 'A moment in ISO 8601 with its time zone. It is returned in UTC, with milliseconds.' },
    ENUM: { description: 'One of the texts in `constraints.values`.' },
    JSON: { description: 'Any JSON but null. It can be neither unique nor searchable.' },
  },
});

const AudienceEnum = enumOf(AUDIENCES);
registerEnumType(AudienceEnum, {
  name: 'AttributeAudience',
  description: 'Who may see or change a value. Each audience includes the ones before it.',
  valuesConfig: {
    ADMINISTRATORS: { description: 'Administrators, and service accounts. READ is needed to see, WRITE to change.' },
    OWNER: { description: 'Also the user themself, or the member who owns the client. Not for groups.' },
    MEMBERS: { description: 'Also every user of the customer who sees the user, or who sees or manages the group.' },
  },
});

const ClaimScopeEnum = enumOf(CLAIM_SCOPES);
registerEnumType(ClaimScopeEnum, {
  name: 'ClaimScope',
  description: 'A scope under which applications get claims.',
  valuesConfig: {
    OPENID: { description: 'Every login.' },
    PROFILE: { description: 'The user’s names and profile.' },
    EMAIL: { description: 'The user’s email address.' },
    PHONE: { description: 'The user’s phone number.' },
    ADDRESS: { description: 'The user’s postal address.' },
    GROUPS: { description: 'The user’s groups.' },
  },
});

const TEXTS = {
  minLength: 'The fewest characters of a STRING.',
  maxLength: `The most characters of a STRING, ${TEXT_DEFAULT_MAX} by default and at most ${TEXT_MAX}. Of JSON the most bytes, at most ${JSON_MAX}. If the attribute is unique or searchable, ${INDEXED_MAX} by default and at most.`,
  pattern: `A regular expression that the whole STRING must match, in the syntax that RE2 and browsers share (\`<input pattern>\`). At most ${PATTERN_MAX} characters.`,
  minimum: 'The least NUMBER, INTEGER, DATE or MOMENT.',
  maximum: 'The greatest NUMBER, INTEGER, DATE or MOMENT.',
  values: `The values of an ENUM: from 1 to ${VALUES_MAX}, each of at most ${VALUE_MAX} characters.`,
  maxItems: `The most items of a list, ${ITEMS_DEFAULT_MAX} by default and at most ${ITEMS_MAX}.`,
} satisfies Record<keyof AttributeConstraints, string>;

@ObjectType('AttributeConstraints', { simpleResolvers: true, description: 'What the values of an attribute fulfill.' })
class ConstraintsType implements AttributeConstraints {
  @Field(() => Int, { nullable: true, description: TEXTS.minLength })
  minLength?: number;

  @Field(() => Int, { nullable: true, description: TEXTS.maxLength })
  maxLength?: number;

  @Field(() => String, { nullable: true, description: TEXTS.pattern })
  pattern?: string;

  @Field(() => GraphQLJSON, { nullable: true, description: TEXTS.minimum })
  minimum?: number | string;

  @Field(() => GraphQLJSON, { nullable: true, description: TEXTS.maximum })
  maximum?: number | string;

  @Field(() => [String], { nullable: true, description: TEXTS.values })
  values?: string[];

  @Field(() => Int, { nullable: true, description: TEXTS.maxItems })
  maxItems?: number;
}

@InputType('AttributeConstraintsInput', { description: 'What the values of an attribute have to fulfill.' })
class ConstraintsInput {
  @Fulfills({ minimum: 0, maximum: TEXT_MAX })
  @Field(() => Int, { nullable: true, description: TEXTS.minLength })
  minLength?: number | null;

  @Fulfills({ minimum: 1, maximum: JSON_MAX })
  @Field(() => Int, { nullable: true, description: TEXTS.maxLength })
  maxLength?: number | null;

  @Fulfills({ maxLength: PATTERN_MAX })
  @Field(() => String, { nullable: true, description: TEXTS.pattern })
  pattern?: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: TEXTS.minimum })
  minimum?: number | string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: TEXTS.maximum })
  maximum?: number | string | null;

  @Fulfills({ maxLength: VALUE_MAX, maxItems: VALUES_MAX })
  @Field(() => [String], { nullable: true, description: TEXTS.values })
  values?: string[] | null;

  @Fulfills({ minimum: 1, maximum: ITEMS_MAX })
  @Field(() => Int, { nullable: true, description: TEXTS.maxItems })
  maxItems?: number | null;
}

const NAME = `Unique among the attributes of the subject, in any case. It begins with a small letter and has at most ${NAME_MAX} letters, digits and underscores. It never changes.`;
const DESCRIPTION = `What the attribute is for. At most ${DESCRIPTION_MAX} characters.`;
const REQUIRED = 'Whether new objects must have a value, and it cannot be removed. Objects from before may lack it.';
const DEFAULT = 'The value of new objects for which none is given. Not for unique attributes.';
const VISIBLE = 'Who may see the values, and hear of the attribute.';
const EDITABLE = 'Who may change the values. All of them must see the values.';
const UNIQUE = 'Whether no two objects may have the same value. For STRING and INTEGER.';
const SEARCHABLE = 'Whether lists can be filtered by the attribute. Not for JSON.';
const CLAIM =
  'The claim of ID tokens and userinfo that the value becomes. Unique within the customer. Only for attributes of users.';
const SCOPE = 'The scope under which applications get the claim. Given together with `claim`.';

@ObjectType('AttributeDefinition', {
  implements: Node,
  simpleResolvers: true,
  description: 'An attribute that users, groups or clients of the customer have besides their own fields.',
})
export class AttributeDefinitionType extends Node {
  @Field(() => ID, { description: 'The customer that has defined it.' })
  customerId!: string;

  @Field(() => SubjectEnum, { description: 'What the attribute belongs to.' })
  subject!: AttributeSubject;

  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => String, { description: DESCRIPTION })
  description!: string;

  @Field(() => TypeEnum, { description: 'What the values are.' })
  type!: AttributeType;

  @Field(() => Boolean, { description: 'Whether a value is a list of distinct items of the type.' })
  isList!: boolean;

  @Field(() => Boolean, { description: REQUIRED })
  isRequired!: boolean;

  @Field(() => ConstraintsType, { description: 'What the values fulfill. What is null does not limit them.' })
  constraints!: AttributeConstraints;

  @Field(() => GraphQLJSON, { nullable: true, description: DEFAULT })
  defaultValue!: unknown;

  @Field(() => AudienceEnum, { description: VISIBLE })
  visibleTo!: AttributeAudience;

  @Field(() => AudienceEnum, { description: EDITABLE })
  editableBy!: AttributeAudience;

  @Field(() => Boolean, { description: UNIQUE })
  isUnique!: boolean;

  @Field(() => Boolean, { description: SEARCHABLE })
  isSearchable!: boolean;

  @Field(() => String, { nullable: true, description: `${CLAIM} Parts of the address begin with \`address.\`` })
  claim!: string | null;

  @Field(() => ClaimScopeEnum, { nullable: true, description: SCOPE })
  scope!: ClaimScope | null;

  @Field(() => Boolean, {
    description:
      'Whether it is a standard claim of OpenID Connect. Such an attribute cannot be deleted, and keeps its type, claim and constraints.',
  })
  isStandard!: boolean;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the attribute was defined.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the definition last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An attribute and its place in the list.' })
class AttributeDefinitionEdge extends edgeType(() => AttributeDefinitionType) {}

@ObjectType({ description: 'A page of attributes.' })
export class AttributeDefinitionConnection extends connectionType(() => AttributeDefinitionEdge, OWN_COUNT_COST) {}

@ArgsType()
export class AttributeDefinitionArgs extends ConnectionArgs {
  @Field(() => SubjectEnum, { nullable: true, description: 'Only attributes of this subject.' })
  subject?: AttributeSubject | null;
}

@InputType({ description: 'Changes to an attribute. Omitted fields stay unchanged.' })
export class UpdateAttributeDefinitionInput implements UpdateDefinition {
  @Fulfills({ maxLength: DESCRIPTION_MAX })
  @Field(() => String, { nullable: true, description: DESCRIPTION })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: REQUIRED })
  isRequired?: boolean | null;

  @Field(() => ConstraintsInput, {
    nullable: true,
    description: 'All constraints: those that are left out no longer hold. Refused while stored values break them.',
  })
  constraints?: ConstraintsInput | null;

  @Field(() => GraphQLJSON, { nullable: true, description: `${DEFAULT} Null for none.` })
  defaultValue?: unknown;

  @Field(() => AudienceEnum, { nullable: true, description: `${VISIBLE} ADMINISTRATORS by default.` })
  visibleTo?: AttributeAudience | null;

  @Field(() => AudienceEnum, { nullable: true, description: `${EDITABLE} ADMINISTRATORS by default.` })
  editableBy?: AttributeAudience | null;

  @Field(() => Boolean, { nullable: true, description: `${UNIQUE} Refused while two objects have the same value.` })
  isUnique?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: SEARCHABLE })
  isSearchable?: boolean | null;

  @Fulfills({ maxLength: CLAIM_MAX, pattern: CLAIM_PATTERN })
  @Field(() => String, { nullable: true, description: `${CLAIM} Null for none.` })
  claim?: string | null;

  @Field(() => ClaimScopeEnum, { nullable: true, description: `${SCOPE} Null for none.` })
  scope?: ClaimScope | null;
}

@DefaultsTo(DEFINITION_DEFAULTS)
@InputType({ description: 'An attribute to define.' })
export class CreateAttributeDefinitionInput extends UpdateAttributeDefinitionInput implements CreateDefinition {
  @Field(() => SubjectEnum, { description: 'What the attribute belongs to. It never changes.' })
  subject!: AttributeSubject;

  @Fulfills({ maxLength: NAME_MAX, pattern: NAME_PATTERN })
  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => TypeEnum, { description: 'What the values are. It never changes.' })
  type!: AttributeType;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a value is a list of distinct items of the type. False by default. It never changes.',
  })
  isList?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'An attribute that was defined, changed or deleted.' })
export class AttributeDefinitionPayload extends payloadType(
  'attributeDefinition',
  () => AttributeDefinitionType,
  'The attribute. A deleted one is as it was.',
) {}

@ObjectType('Attribute', {
  simpleResolvers: true,
  description: 'A value of an attribute that the customer has defined.',
})
export class AttributeObject implements Attribute {
  @Field(() => String, { description: 'The name of the attribute.' })
  name!: string;

  @Field(() => GraphQLJSON, { description: 'The value, of the attribute’s type.' })
  value!: unknown;

  @Field(() => AttributeDefinitionType, { description: 'The attribute.' })
  definition!: AttributeDefinition;
}

/** What inputs with attributes say of them. */
export const GIVEN_ATTRIBUTES = `Values of attributes that the customer has defined, at most ${GIVEN_MAX}. Attributes that are not named keep their values.`;
export const CREATED_ATTRIBUTES = `Values of attributes that the customer has defined, at most ${GIVEN_MAX}. All that are required must be there, unless this is null.`;

@InputType({ description: 'A value to store.' })
export class AttributeInput implements GivenAttribute {
  @Fulfills({ maxLength: NAME_MAX, pattern: NAME_PATTERN })
  @Field(() => String, { description: 'The name of the attribute.' })
  name!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The value, of the attribute’s type. Null removes it.' })
  value?: unknown;
}
