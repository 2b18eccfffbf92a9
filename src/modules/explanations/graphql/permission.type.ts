import { ArgsType, Field, ID, ObjectType, type ClassType } from 'type-graphql';
import { Node } from '../../../ground/kernel/graphql/types.ts';
import { ConnectionArgs, connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import type { SubjectKind } from '../../access/index.ts';
import { ApiScopeType } from '../../apis/graphql/index.ts';
import { RoleHolderKindEnum } from '../../roles/graphql/index.ts';
import type { Permission, PermissionFilter } from '../permission.service.ts';
import type { Reason } from '../reason.ts';
import { AccessPathKindEnum, AccessStepType } from './explanation.type.ts';

const REASON = 'Why, as `explainAccess` tells it.';
const THROUGH = 'The roles that allow it, by name, also those of groups. Empty if it takes none.';
const ORGANIZATION = 'The organization that the subject would act for. Null for none.';

@ArgsType()
export class EffectivePermissionsArgs extends ConnectionArgs implements PermissionFilter {
  @Field(() => ID, { nullable: true, description: 'Only scopes of this API.' })
  apiId?: string | null;

  @Field(() => ID, { nullable: true, description: ORGANIZATION })
  organizationId?: string | null;
}

@ArgsType()
export class WhoCanArgs extends ConnectionArgs {
  @Field(() => RoleHolderKindEnum, { description: 'Whom to look for. A client is one that acts for itself.' })
  kind!: SubjectKind;

  @Field(() => ID, { nullable: true, description: ORGANIZATION })
  organizationId?: string | null;
}

@ObjectType('EffectivePermission', { description: 'A scope that a user, a group or a service account may use.' })
export class EffectivePermissionType implements Permission {
  @Field(() => ApiScopeType, { simple: true, description: 'The scope.' })
  apiScope!: Permission['apiScope'];

  @Field(() => AccessPathKindEnum, { simple: true, description: REASON })
  reason!: Permission['reason'];

  @Field(() => [AccessStepType], {
    simple: true,
    description: THROUGH,
  })
  through!: Permission['through'];
}

@ObjectType({ simpleResolvers: true, description: 'A permission and its place in the list.' })
class EffectivePermissionEdge extends edgeType(() => EffectivePermissionType as ClassType<Permission>) {}

/** The cost of counting the scopes of a subject. */
const COUNT_COST = 100;

@ObjectType({ description: 'A page of permissions.' })
export class EffectivePermissionConnection extends connectionType(() => EffectivePermissionEdge, COUNT_COST) {}

@ObjectType({
  simpleResolvers: true,
  description: 'Somebody who may use a scope, why, and their place in the list.',
})
class AbleEdge extends edgeType(() => Node as unknown as ClassType<Node>) implements Reason {
  @Field(() => AccessPathKindEnum, { description: REASON })
  reason!: Reason['reason'];

  @Field(() => [AccessStepType], { description: THROUGH })
  through!: Reason['through'];
}

@ObjectType({
  description:
    'A page of those who may use a scope. Up to a thousand are counted; if there are more, `atLeast` is true.',
})
export class AbleConnection extends connectionType(() => AbleEdge, COUNT_COST) {}
