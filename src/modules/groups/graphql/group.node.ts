import { node } from '../../../ground/kernel/graphql/node.ts';
import { Group } from '../group.entity.ts';
import { GroupService } from '../group.service.ts';
import { GroupType } from './group.type.ts';

export const groupNode = node('Group', {
  type: GroupType,
  entity: Group,
  subject: 'group',
  isCustomers: true,
  find: (ctx, id) => ctx.get(GroupService).find(id),
});
