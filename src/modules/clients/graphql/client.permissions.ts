import { Arg, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { ScopeEnum, ViewerPermissions } from '../../../ground/kernel/graphql/types.ts';
import { GrantTypeEnum } from './client-token.type.ts';
import { meansOfRead } from '../client-api-scopes.ts';
import type { GrantType } from '../client-vocabulary.ts';
import type { Client } from '../client.entity.ts';
import { clientPolicy } from '../client.policy.ts';

export const clientPermissions = [
  viewerCan<Client>('Client', {
    updateClient: mayChange,
    rotateClientSecret: mayChange,
    deleteClient: ({ viewer }, client) => clientPolicy.remove(viewer, client),
  }),
  viewerCan('Viewer', {
    readClients: ({ viewer }) => clientPolicy.read(viewer),
    createClient: ({ viewer, settings }) => clientPolicy.create(viewer, settings.clients),
    createClients: ({ viewer }) => clientPolicy.writeMany(viewer),
    updateClients: ({ viewer }) => clientPolicy.writeMany(viewer),
    deleteClients: ({ viewer }) => clientPolicy.deleteMany(viewer),
  }),
];

async function mayChange(ctx: RequestContext, client: Client): Promise<void> {
  clientPolicy.change(ctx.viewer, await meansOfRead(ctx, client), ctx.settings.clients);
}

/** What the viewer may give a client. */
@Resolver(() => ViewerPermissions)
export class ClientScopesResolver {
  @FieldResolver(() => [ScopeEnum], {
    description:
      'The scopes that the viewer may give a client of this grant type. Empty if there can be no such client.',
  })
  createClientScopes(
    @Arg('grantType', () => GrantTypeEnum, {
      defaultValue: 'authorization_code',
      description: 'How the client gets tokens.',
    })
    grantType: GrantType,
    @Ctx() { viewer, settings }: RequestContext,
  ): string[] {
    return clientPolicy.grantableScopes(viewer, grantType, settings.clients);
  }
}
