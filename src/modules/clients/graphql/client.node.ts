import { node } from '../../../ground/kernel/graphql/node.ts';
import { Client } from '../client.entity.ts';
import { ClientService } from '../client.service.ts';
import { ClientType } from './client.type.ts';

export const clientNode = node('Client', {
  type: ClientType,
  entity: Client,
  subject: 'client',
  isCustomers: true,
  find: (ctx, id) => ctx.get(ClientService).find(id),
});
