import { childPageLoader, countLoader, entityLoader } from '../../kernel/entity-read.ts';
import { Group } from './group.entity.ts';
import { Membership } from './membership.entity.ts';

/** The groups of the viewer's customer by id. */
export const groupLoader = entityLoader(Group);

/** Pages of group members, in the order the users were created. */
export const memberPageLoader = childPageLoader(Membership, { owner: 'groupId', key: 'userId', node: 'user' });

/** Pages of the groups a user is in, in the order the groups were created. */
export const userGroupPageLoader = childPageLoader(Membership, { owner: 'userId', key: 'groupId', node: 'group' });

/** How many groups each user is in. */
export const userGroupCountLoader = countLoader(Membership, 'userId');
