import { node } from '../../../ground/kernel/graphql/node.ts';
import { InitialAccessToken } from '../initial-access-token.entity.ts';
import { InitialAccessTokenService } from '../initial-access-token.service.ts';
import { InitialAccessTokenType } from './initial-access-token.type.ts';

export const initialAccessTokenNode = node('InitialAccessToken', {
  type: InitialAccessTokenType,
  entity: InitialAccessToken,
  subject: 'initial_access_token',
  isCustomers: true,
  find: (ctx, id) => ctx.get(InitialAccessTokenService).find(id),
});
