import { node } from '../../../ground/kernel/graphql/node.ts';
import { Session } from '../session.entity.ts';
import { SessionListService } from '../session-list.service.ts';
import { SessionType } from './session.type.ts';

export const sessionNode = node('Session', {
  type: SessionType,
  entity: Session,
  subject: 'session',
  find: (ctx, id) => ctx.get(SessionListService).find(id),
});
