import { node } from '../../../ground/kernel/graphql/node.ts';
import { User } from '../user.entity.ts';
import { UserService } from '../user.service.ts';
import { UserType } from './user.type.ts';

export const userNode = node('User', {
  type: UserType,
  entity: User,
  subject: 'user',
  isCustomers: true,
  find: (ctx, id) => ctx.get(UserService).find(id),
});
