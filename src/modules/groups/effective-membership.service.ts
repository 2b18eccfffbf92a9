import type { RequestContext } from '../../ground/kernel/context.ts';
import type { ListArgs } from '../../ground/lists/filter/index.ts';
import {
  connectionOf,
  edgeOf,
  readPage,
  type Connection,
  type Edge,
  type Page,
  type PageArgs,
} from '../../ground/lists/pagination.ts';
import type { User, UserView } from '../users/index.ts';
import {
  BY_EFFECTIVE_USER,
  chainLoader,
  effectiveGroupPages,
  effectiveMemberCountLoader,
  effectiveMemberLoader,
  type EffectiveMembership,
} from './effective-membership.loader.ts';
import type { Group } from './group.entity.ts';
import { groupLoader } from './group.loader.ts';
import { groupPolicy } from './group.policy.ts';

/** A user in a group, with the place in the list of one of them. */
type EffectiveEdge<Node> = Edge<Node> & EffectiveMembership;

/** Reads who is in which group, directly or through groups in groups, for one viewer. */
export class EffectiveMembershipService {
  constructor(private readonly ctx: RequestContext) {}

  /** The users in the group or in a group in it, in the order in which they were created. */
  async members({ id: groupId }: Group, args: PageArgs): Promise<Connection<UserView, EffectiveEdge<UserView>>> {
    groupPolicy.read(this.ctx.viewer);
    const page = readPage(args, BY_EFFECTIVE_USER);
    const read = (which: Page) => this.ctx.loader(effectiveMemberLoader).load({ ownerId: groupId, page: which });
    return connectionOf(
      await read(page),
      page,
      (user) => ({ node: user, cursor: edgeOf(BY_EFFECTIVE_USER, user, placeById).cursor, userId: user.id, groupId }),
      () => this.ctx.loader(effectiveMemberCountLoader).load(groupId),
      read,
    );
  }

  /** The groups that the user is in, and those that these are in. */
  async groupsOf({ id: userId }: User, args: ListArgs): Promise<Connection<Group, EffectiveEdge<Group>>> {
    groupPolicy.read(this.ctx.viewer);
    const list = await effectiveGroupPages.of(this.ctx, userId, args);
    const edges = list.edges.map(({ node, cursor }) => ({ node, cursor, userId, groupId: node.id }));
    return { ...list, edges };
  }

  /** The groups through which the user is in the group, from the one that the user is directly in. Empty if it is this one. */
  async via(membership: EffectiveMembership): Promise<Group[]> {
    const ids = await this.ctx.loader(chainLoader).load(membership);
    const groups = await Promise.all(ids.map((id) => this.ctx.loader(groupLoader).load(id)));
    return groups.filter((group) => group !== null);
  }
}

const placeById = ({ id }: { readonly id: string }) => [id];
