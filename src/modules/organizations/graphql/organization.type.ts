import { Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { Columns } from '../../../ground/kernel/entity.ts';
import { connectionType, edgeType } from '../../../ground/lists/graphql/connection.ts';
import { Node, payloadType, VERSION } from '../../../ground/kernel/graphql/types.ts';
import type { Organization } from '../organization.entity.ts';

@ObjectType('Organization', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named part of a customer, such as a company or a department. Groups and users can belong to it.',
})
export class OrganizationType extends Node implements Partial<Columns<Organization>> {
  @Field(() => ID, { description: 'The customer the organization belongs to.' })
  customerId!: string;

  @Field(() => String, { description: 'Unique within the customer.' })
  name!: string;

  @Field(() => Int, VERSION)
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When the organization was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When the organization was last changed.' })
  updatedAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An organization and its place in the list.' })
class OrganizationEdge extends edgeType(() => OrganizationType) {}

@ObjectType({ description: 'A page of organizations.' })
export class OrganizationConnection extends connectionType(() => OrganizationEdge) {}

@ObjectType({ simpleResolvers: true, description: 'An organization that was created, changed or deleted.' })
export class OrganizationPayload extends payloadType(
  'organization',
  () => OrganizationType,
  'The organization. A deleted one is as it was.',
) {}
