import { entityLoader } from '../../kernel/entity-read.ts';
import { InitialAccessToken } from './initial-access-token.entity.ts';

/** The initial access tokens of the viewer's customer by id. */
export const initialAccessTokenLoader = entityLoader(InitialAccessToken);
