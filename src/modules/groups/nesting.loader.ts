import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { Group } from './group.entity.ts';
import { groupListing } from './group.filter.ts';

const BY_GROUP = orderBy(Group, { id: 'asc' });

/** Pages of the groups on the other side of nestings. A group has at most 1,000 inside it. */
const pages = (own: 'group_id' | 'member_id', owner: 'group_id' | 'member_id') =>
  new OwnedPages(Group, {
    owner: `e.id = any(array(select n.${own} from group_nestings n where n.${owner} = owner))`,
    column: `(
      select extract(epoch from n.joined_at) * 1000 from group_nestings n where n.${owner} = owner and n.${own} = e.id
    ) as joined_at`,
    order: BY_GROUP,
    listing: groupListing,
  });

/** The groups inside a group, by default in the order in which the groups were created. */
export const innerGroups = pages('member_id', 'group_id');
/** The groups that a group is inside, in the same order. */
export const outerGroupsOf = pages('group_id', 'member_id');
