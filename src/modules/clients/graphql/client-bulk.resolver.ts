import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { BULK_MAX, type BulkMode } from '../../../ground/kernel/bulk.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT, SELECT_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import { Creates } from '../../../ground/kernel/graphql/types.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { ClientBulkService } from '../client-bulk.service.ts';
import { ClientSelectionInput, ClientsPayload, CreateClientsPayload } from './client-bulk.type.ts';
import { CreateClientInput, UpdateClientInput } from './client.input.ts';

/** Changes of many clients at once. */
@Resolver()
export class ClientBulkResolver {
  @Creates()
  @ArgumentsFulfill({ inputs: { maxItems: BULK_MAX } })
  @Mutation(() => CreateClientsPayload, { description: 'Registers clients of the customer, in one transaction.' })
  async createClients(
    @Arg('inputs', () => [CreateClientInput], { description: `The clients to register: at most ${BULK_MAX}.` })
    inputs: CreateClientInput[],
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(ClientBulkService).create(inputs, mode));
  }

  @Mutation(() => ClientsPayload, { description: 'Gives clients the same values, in one transaction.' })
  async updateClients(
    @Arg('select', () => ClientSelectionInput, SELECT_TEXT) select: ClientSelectionInput,
    @Arg('input', () => UpdateClientInput, { description: 'The changes.' }) input: UpdateClientInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(ClientBulkService).update(select, input, mode));
  }

  @Mutation(() => ClientsPayload, {
    description: 'Deletes clients with all their tokens and consents, in one transaction.',
  })
  async deleteClients(
    @Arg('select', () => ClientSelectionInput, SELECT_TEXT) select: ClientSelectionInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(ClientBulkService).delete(select, mode));
  }
}
