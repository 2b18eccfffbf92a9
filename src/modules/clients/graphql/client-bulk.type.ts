import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { BULK_MAX, type Selection } from '../../../ground/kernel/bulk.ts';
import { whereType } from '../../../ground/lists/graphql/conditions.ts';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { BaseResult, bulkPayloadType } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { Client } from '../client.entity.ts';
import { ClientType } from './client.type.ts';
import { clientFilter } from '../client.filter.ts';

@InputType({
  description: `Which clients a bulk operation is about: at most ${BULK_MAX}. Either by ids or by a condition.`,
})
export class ClientSelectionInput implements Selection<object> {
  @Fulfills({ maxItems: BULK_MAX })
  @Field(() => [ID], { nullable: true, description: 'The clients’ ids. One that is listed twice counts once.' })
  ids?: string[] | null;

  @Field(() => whereType(clientFilter), {
    nullable: true,
    description: 'Conditions of the clients. They need expectedCount.',
  })
  where?: object | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many clients the selection has. If it has more or fewer, the operation is refused (SELECTION_DIFFERS) and changes nothing.',
  })
  expectedCount?: number | null;
}

@ObjectType('ClientResult', { simpleResolvers: true, description: 'What became of one client of a bulk operation.' })
export class ClientResultType extends BaseResult {
  @Field(() => ID, { description: 'The client’s id.' })
  clientId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The results of a bulk operation on clients.' })
export class ClientsPayload extends bulkPayloadType(() => ClientResultType) {}

@ObjectType('CreateClientResult', {
  simpleResolvers: true,
  description: 'The result for one item of the list: a client or an error.',
})
export class CreateClientResultType extends BaseResult {
  @Field(() => Int, { description: 'The item’s index in the list, from 0.' })
  index!: number;

  @Field(() => ClientType, { nullable: true, description: 'The client, if one was registered.' })
  client!: Client | null;

  @Field(() => String, { nullable: true, description: 'The secret of a confidential client. It is shown only here.' })
  clientSecret!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The results for a list of clients to register.' })
export class CreateClientsPayload extends bulkPayloadType(() => CreateClientResultType) {}
