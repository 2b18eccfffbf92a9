import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { enumOf } from '../../../ground/kernel/graphql/types.ts';
import { PERMITTED, REFUSED, type Decision } from '../../access/index.ts';
import type { Explanation } from '../explanation.service.ts';
import { GAP_KINDS, STEP_KINDS, TOLD_MAX, type Gap, type Path, type Step } from '../paths.ts';

const YES = {
  EVERYBODY: { description: 'Everybody may: the API requires no role.' },
  ROLE: { description: 'A role allows it.' },
  GIVEN: { description: 'The service account was given the scope.' },
  ADMINISTRATOR: { description: 'The subject administers the customer.' },
};

const AccessReasonEnum = enumOf([...PERMITTED, ...REFUSED]);
registerEnumType(AccessReasonEnum, {
  name: 'AccessReason',
  description: 'Why a subject may use a scope, or may not.',
  valuesConfig: {
    ...YES,
    UNKNOWN_SUBJECT: { description: 'There is no such subject. Clients that do not act for themselves are none.' },
    INACTIVE_SUBJECT: { description: 'The user is disabled.' },
    UNKNOWN_RESOURCE: { description: 'There is no such API.' },
    UNKNOWN_ACTION: { description: 'The API has no such scope.' },
    UNKNOWN_ORGANIZATION: { description: 'There is no such organization.' },
    NOT_IN_ORGANIZATION: { description: 'The user does not belong to the organization.' },
    NO_ROLE: {
      description: 'The subject has no role that allows it; a service account was not given the scope either.',
    },
    NOT_ADMINISTRATOR: { description: 'The subject does not administer the customer with this scope.' },
  },
});

export const AccessPathKindEnum = enumOf(PERMITTED);
registerEnumType(AccessPathKindEnum, {
  name: 'AccessPathKind',
  description: 'What makes a path lead to the scope.',
  valuesConfig: YES,
});

const AccessStepKindEnum = enumOf(STEP_KINDS);
registerEnumType(AccessStepKindEnum, {
  name: 'AccessStepKind',
  description: 'What stands at a step of a path.',
  valuesConfig: {
    USER: { description: 'The user who is asked about.' },
    GROUP: { description: 'A group that the step before is in, or the group that is asked about.' },
    CLIENT: { description: 'The service account that is asked about.' },
    ROLE: { description: 'A role that the step before has.' },
    SCOPE: { description: 'The scope.' },
  },
});

const AccessGapKindEnum = enumOf(GAP_KINDS);
registerEnumType(AccessGapKindEnum, {
  name: 'AccessGapKind',
  description: 'Why a role does not count.',
  valuesConfig: {
    NOT_HELD: { description: 'Neither the subject nor a group that it is in has the role.' },
    ENDED: { description: 'The assignment has ended.' },
    OTHER_ORGANIZATION: { description: 'The role is assigned for another organization.' },
  },
});

@ObjectType('AccessStep', { description: 'A step of a path: the subject, a group, a role or the scope.' })
export class AccessStepType implements Step {
  @Field(() => AccessStepKindEnum, { simple: true, description: 'What stands here.' })
  kind!: Step['kind'];

  @Field(() => ID, { simple: true, description: 'Its id.' })
  nodeId!: string;

  @Field(() => String, { simple: true, description: 'Its name.' })
  name!: string;

  @Field(() => Boolean, { simple: true, description: 'Whether it is here only because the question supposes it.' })
  isSupposed!: boolean;

  @Field(() => GraphQLDateTimeISO, {
    simple: true,
    nullable: true,
    description: 'When the assignment of the role ends. Null for no end, and for other steps.',
  })
  expiresAt!: Date | null;

  readonly organizationId!: string | null;
}

@ObjectType('AccessPath', { simpleResolvers: true, description: 'A path from the subject to the scope.' })
class AccessPathType implements Path {
  @Field(() => AccessPathKindEnum, { description: 'What makes it lead there.' })
  kind!: Path['kind'];

  @Field(() => [AccessStepType], {
    description:
      'The steps: the subject; by a role, the groups from the inner to the outer one, and the role; the scope. A scope of Guildhall itself has no step.',
  })
  steps!: readonly Step[];
}

@ObjectType('AccessGap', {
  simpleResolvers: true,
  description: 'A role that would allow it, and why it does not count.',
})
class AccessGapType implements Gap {
  @Field(() => AccessGapKindEnum, { description: 'Why it does not count.' })
  kind!: Gap['kind'];

  @Field(() => AccessStepType, { description: 'The role, with the organization and the end of its assignment.' })
  step!: Step;

  @Field(() => AccessStepType, {
    nullable: true,
    description: 'The subject or the group that has the role, or had it. Null if none has.',
  })
  holder!: Step | null;
}

@ObjectType('AccessExplanation', { simpleResolvers: true, description: 'A decision, and why it is so.' })
export class AccessExplanationType implements Explanation {
  @Field(() => Boolean, { description: 'Whether the subject may use the scope.' })
  allowed!: boolean;

  @Field(() => AccessReasonEnum, { description: 'Why, in a word.' })
  reason!: Decision['reason'];

  @Field(() => [AccessPathType], {
    description: `Every path to the scope, the shortest first. At most ${TOLD_MAX}. Empty if the answer is no.`,
  })
  paths!: readonly Path[];

  @Field(() => Boolean, { description: 'Whether there are more paths.' })
  hasMorePaths!: boolean;

  @Field(() => [AccessGapType], {
    description: `For NO_ROLE: the roles that would allow it, and why none counts. At most ${TOLD_MAX}. Empty if no role allows it. Only administrators are told.`,
  })
  missing!: readonly Gap[];

  @Field(() => Boolean, { description: 'Whether more is missing.' })
  hasMoreMissing!: boolean;
}
