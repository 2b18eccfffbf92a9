import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { OWN_COUNT_COST } from '../../../ground/lists/graphql/connection.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { changesOf, type AuditChange } from '../audit-changes.ts';
import type { AuditEvent } from '../audit-event.entity.ts';
import { auditEventListing } from '../audit-event.filter.ts';
import { AuditListService } from '../audit-list.service.ts';
import { AuditChangeType, AuditCountArgs, AuditCountType, AuditEventConnection, AuditEventType } from './audit.type.ts';
import { EventNamesService } from '../event-names.service.ts';
import { FOLD_MAX } from '../fold-size.loader.ts';
import { DailyCountService, NAME_MAX, NAMES_MAX, type ActionCount } from '../daily-count.service.ts';

/** The cost of the counters of a year, whatever the actions. */
export const COUNTS_COST = 1_000;

/** The argument of lists of events that folds them. */
export const FOLDED = {
  defaultValue: false,
  description:
    'Whether a fold is one item: events of one request that did the same, such as adding a thousand members to a group. Its first event stands for them. `foldSize` tells how many they are, and `auditEvents(where: { foldId: … })` lists them. Of folds of which the list has not the first event, all others are items.',
};

const THEN = 'as it was then. It is kept when they are renamed or deleted. Null if it is not known.';

@Resolver(() => AuditEventType)
export class AuditResolver {
  @Query(() => AuditEventConnection, {
    description: 'The customer’s audit trail, newest first. Only administrators may read it.',
  })
  auditEvents(
    @ListedBy(auditEventListing) args: ListArgs,
    @Arg('folded', () => Boolean, FOLDED) folded: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(AuditListService).list(args, folded);
  }

  @ArgumentsFulfill({ actions: { maxItems: NAMES_MAX, maxLength: NAME_MAX } })
  @Query(() => [AuditCountType], {
    complexity: COUNTS_COST,
    description:
      'How often each action happened on each day, oldest first. Days and actions without events are missing. Only administrators may read it.',
  })
  auditCounts(@Args(() => AuditCountArgs) filter: AuditCountArgs, @Ctx() ctx: RequestContext): Promise<ActionCount[]> {
    return ctx.get(DailyCountService).ofActions(filter);
  }

  @FieldResolver(() => [AuditChangeType], { description: 'The fields that were changed, with their values.' })
  changes(@Root() { details }: AuditEvent): AuditChange[] {
    return changesOf(details);
  }

  @FieldResolver(() => String, { nullable: true, description: `The name of the user or client who acted, ${THEN}` })
  actorName(@Root() event: AuditEvent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return ctx.get(EventNamesService).of(event, event.actorId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: `The name of the user, group, client or organization that was affected, ${THEN}`,
  })
  subjectName(@Root() event: AuditEvent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return ctx.get(EventNamesService).of(event, event.subjectId);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The user whom the event names beside its subject: who was added to a group, whose session ended.',
  })
  userId(@Root() { details }: AuditEvent): string | null {
    return typeof details['userId'] === 'string' ? details['userId'] : null;
  }

  @FieldResolver(() => String, { nullable: true, description: `The name of the user of \`userId\`, ${THEN}` })
  userName(@Root() event: AuditEvent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return ctx.get(EventNamesService).of(event, event.details['userId']);
  }

  @FieldResolver(() => Int, {
    complexity: OWN_COUNT_COST,
    description: `How many events of its request did the same, if this is the first of them; otherwise 1. More than ${FOLD_MAX} are not counted: then it is ${FOLD_MAX + 1}.`,
  })
  foldSize(@Root() event: AuditEvent, @Ctx() ctx: RequestContext): Promise<number> {
    return ctx.get(AuditListService).foldSize(event);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The import of users that the event is a part of.',
  })
  userImportId(@Root() { details }: AuditEvent): string | null {
    return typeof details['importId'] === 'string' ? details['importId'] : null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The group that the event names beside its subject: the one that was put into a group.',
  })
  groupId(@Root() { details }: AuditEvent): string | null {
    return typeof details['groupId'] === 'string' ? details['groupId'] : null;
  }

  @FieldResolver(() => String, { nullable: true, description: `The name of the group of \`groupId\`, ${THEN}` })
  groupName(@Root() event: AuditEvent, @Ctx() ctx: RequestContext): Promise<string | null> {
    return ctx.get(EventNamesService).of(event, event.details['groupId']);
  }
}
