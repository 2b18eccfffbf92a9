import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { PAGE_MAX } from '../../../ground/lists/pagination.ts';
import { UserType } from '../../users/graphql/index.ts';
import type { User } from '../../users/index.ts';
import { deviceName } from '../device-name.ts';
import { Locations } from '../location.ts';
import type { Session } from '../session.entity.ts';
import { sessionListing } from '../session.filter.ts';
import { SessionListService } from '../session-list.service.ts';
import { SessionConnection, SessionPayload, SessionsPayload, SessionType } from './session.type.ts';

@Resolver(() => SessionType)
export class SessionResolver {
  @Query(() => SessionConnection, { description: 'The sessions of the current user, most recently used first.' })
  sessions(@ListedBy(sessionListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(SessionListService).own(args);
  }

  @Mutation(() => SessionPayload, {
    description: 'Ends a session and its tokens. Administrators can end anybody’s session.',
  })
  async revokeSession(
    @Arg('id', () => ID, { description: 'The session’s id.' }) id: string,
    @Arg('own', () => Boolean, {
      defaultValue: false,
      description: 'If true, only the current user’s own sessions are found.',
    })
    own: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    return { session: await ctx.get(SessionListService).end(id, !own) };
  }

  @Mutation(() => SessionsPayload, {
    description: 'Ends all sessions of the current user, except the one of this request.',
  })
  async revokeOtherSessions(@Ctx() ctx: RequestContext): Promise<SessionsPayload> {
    return { count: await ctx.get(SessionListService).endOthers() };
  }

  @ArgumentsFulfill({ ids: { maxItems: PAGE_MAX, format: 'uuid' } })
  @Mutation(() => SessionsPayload, { description: 'Ends sessions of a user.' })
  async revokeUserSessions(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('ids', () => [ID], {
      nullable: true,
      description: `The sessions to end: at most ${PAGE_MAX}. By default, all sessions of the user.`,
    })
    ids: string[] | null,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionsPayload> {
    return { count: await ctx.get(SessionListService).endOf(userId, ids ?? null) };
  }

  @FieldResolver(() => String, { description: 'Where the address is, such as “Berlin, Germany”, or “Unknown”.' })
  location(@Root() session: Session, @Ctx() { runtime }: RequestContext): string {
    return runtime.get(Locations).of(session.ipAddress);
  }

  @FieldResolver(() => String, { description: 'The browser and system, such as “Firefox on Linux”.' })
  deviceName(@Root() session: Session): Promise<string> {
    return deviceName(session.userAgent);
  }

  @FieldResolver(() => Boolean, { description: 'Whether this is the session of the request.' })
  isCurrent(@Root() { id }: Session, @Ctx() { viewer }: RequestContext): boolean {
    return viewer.kind === 'user' && viewer.sessionId === id;
  }
}

/** What sessions add to a user. */
@Resolver(() => UserType)
export class UserSessionsResolver {
  @FieldResolver(() => SessionConnection, {
    nullable: true,
    description:
      'The user’s sessions, most recently used first. Only the user and administrators can read them; for others it is null.',
  })
  sessions(@Root() { id }: User, @ListedBy(sessionListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(SessionListService).of(id, args);
  }
}
