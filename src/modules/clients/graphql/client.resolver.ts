import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { isSelf } from '../../../ground/kernel/access.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { attributesResolver } from '../../attributes/graphql/index.ts';
import { Client } from '../client.entity.ts';
import { clientListing } from '../client.filter.ts';
import { ClientService, GRACE_MAX, type ClientWithSecret } from '../client.service.ts';
import { CreateClientInput, UpdateClientInput } from './client.input.ts';
import { ClientConnection, ClientType, ClientPayload, ClientSecretPayload } from './client.type.ts';

const ID_ARG = { description: 'The client’s id.' };

@Resolver(() => ClientType)
export class ClientResolver {
  @Query(() => ClientType, { nullable: true, description: 'The client with this id, or null.' })
  client(@Arg('id', () => ID, ID_ARG) id: string, @Ctx() ctx: RequestContext): Promise<Client | null> {
    return ctx.get(ClientService).find(id);
  }

  @Query(() => ClientConnection, {
    description: 'The customer’s clients, ordered by id. A member sees only their own.',
  })
  clients(@ListedBy(clientListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(ClientService).list(args);
  }

  @Creates()
  @Mutation(() => ClientSecretPayload, {
    description: 'Registers a client. The viewer cannot give it a right that they lack.',
  })
  createClient(
    @Arg('input', () => CreateClientInput, { description: 'The client to register.' }) input: CreateClientInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientWithSecret> {
    return ctx.get(ClientService).create(input);
  }

  @Mutation(() => ClientPayload, {
    description:
      'Changes a client. Neither before nor after the change may the client have a right that the viewer lacks.',
  })
  async updateClient(
    @Arg('id', () => ID, ID_ARG) id: string,
    @Arg('input', () => UpdateClientInput, { description: 'The changes.' }) input: UpdateClientInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { client: await ctx.get(ClientService).update(id, input, expectedVersion) };
  }

  @ArgumentsFulfill({ gracePeriod: { minimum: 0, maximum: GRACE_MAX } })
  @Mutation(() => ClientSecretPayload, { description: 'Gives a client a new secret.' })
  rotateClientSecret(
    @Arg('id', () => ID, ID_ARG) id: string,
    @Arg('gracePeriod', () => Int, {
      defaultValue: 0,
      description: `For how many seconds the previous secret keeps working, from 0 to ${GRACE_MAX}.`,
    })
    gracePeriod: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ): Promise<ClientWithSecret> {
    return ctx.get(ClientService).rotateSecret(id, gracePeriod, expectedVersion);
  }

  @Mutation(() => ClientPayload, { description: 'Deletes a client with all its tokens and consents.' })
  async deleteClient(
    @Arg('id', () => ID, ID_ARG) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { client: await ctx.get(ClientService).delete(id, expectedVersion) };
  }
}

/** The values of the customer's own attributes of a client. */
export const ClientAttributesResolver = attributesResolver(
  () => ClientType,
  Client,
  'client',
  (viewer, { ownerId }) => isSelf(viewer, ownerId ?? ''),
);
