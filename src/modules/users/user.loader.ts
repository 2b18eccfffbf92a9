import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { User } from './user.entity.ts';

/** The users of the viewer's customer by id, one query a tick. Null for any other id. */
export const userLoader = entityLoader(User);
