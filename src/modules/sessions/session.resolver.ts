import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { UserType, type UserRow } from '../users/index.ts';
import { deviceName } from './device-name.ts';
import { Locations } from './location.ts';
import { SessionListService } from './session-list.service.ts';
import type { SessionRow } from './session-list.sql.ts';
import { SessionType } from './session.type.ts';

@Resolver(() => SessionType)
export class SessionResolver {
  @Query(() => [SessionType], { description: 'The sessions of the user who asks, last used first.' })
  sessions(@Ctx() ctx: RequestContext): Promise<SessionRow[]> {
    return ctx.get(SessionListService).own();
  }

  @Mutation(() => SessionType, {
    description: 'Ends a session and its tokens, one’s own or for an administrator anybody’s; returns it as it was.',
  })
  revokeSession(
    @Arg('id', () => ID, { description: 'The session’s id.' }) id: string,
    @Arg('own', () => Boolean, {
      defaultValue: false,
      description: 'Whether only a session of one’s own is meant; anybody else’s is then not found.',
    })
    own: boolean,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionRow> {
    return ctx.get(SessionListService).end(id, !own);
  }

  @Mutation(() => Int, {
    description: 'Ends the sessions of the user who asks, but for the one that asks; returns how many.',
  })
  revokeOtherSessions(@Ctx() ctx: RequestContext): Promise<number> {
    return ctx.get(SessionListService).endOthers();
  }

  @Mutation(() => Int, { description: 'Ends sessions of a user; returns how many.' })
  revokeUserSessions(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('ids', () => [ID], { nullable: true, description: 'Which of their sessions; all when left out.' })
    ids: string[] | null,
    @Ctx() ctx: RequestContext,
  ): Promise<number> {
    return ctx.get(SessionListService).endOf(userId, ids ?? null);
  }

  @FieldResolver(() => String, { description: 'Browser and system, such as “Firefox on Linux”.' })
  deviceName(@Root() { userAgent }: SessionRow): string {
    return deviceName(userAgent);
  }

  @FieldResolver(() => String, { description: 'Where the address is, such as “Berlin, Germany”; else “Unknown”.' })
  location(@Root() { ipAddress }: SessionRow, @Ctx() ctx: RequestContext): string {
    return ctx.runtime.get(Locations).of(ipAddress);
  }

  @FieldResolver(() => Boolean, { description: 'Whether it is the session that asks.' })
  isCurrent(@Root() { id }: SessionRow, @Ctx() { viewer }: RequestContext): boolean {
    return viewer.kind === 'user' && viewer.sessionId === id;
  }
}

/** What sessions add to a user. */
@Resolver(() => UserType)
export class UserSessionsResolver {
  @FieldResolver(() => [SessionType], {
    nullable: true,
    description: 'The user’s sessions, last used first. Null to all but the user and administrators.',
  })
  sessions(@Root() { id }: UserRow, @Ctx() ctx: RequestContext): Promise<SessionRow[] | null> {
    return ctx.get(SessionListService).of(id);
  }
}
