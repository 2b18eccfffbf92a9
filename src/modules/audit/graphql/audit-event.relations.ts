import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, findSubject, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { Node } from '../../../ground/kernel/graphql/types.ts';
import type { AuditEvent } from '../audit-event.entity.ts';
import { AuditEventType } from './audit.type.ts';
import { Actor, actorOf } from './actor.ts';

const GONE = 'Null if it no longer exists, or the viewer may not see it.';

/** What an event leads to. */
@Resolver(() => AuditEventType)
export class AuditEventRelations {
  @FieldResolver(() => Actor, { nullable: true, description: `The user or client who acted. ${GONE}` })
  actor(@Root() { actorType, actorId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, actorType, actorId);
  }

  @FieldResolver(nodeType('Client'), { nullable: true, description: `The client that a user acted through. ${GONE}` })
  async client(@Root() { clientId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return clientId ? find(ctx, 'Client', clientId) : null;
  }

  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: `The administrator who acted as the user, or began to. ${GONE}`,
  })
  async impersonator(@Root() { impersonatorId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return impersonatorId ? find(ctx, 'User', impersonatorId) : null;
  }

  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: `The user whom the event names beside its subject. ${GONE}`,
  })
  async user(@Root() { details: { userId } }: AuditEvent, @Ctx() ctx: RequestContext) {
    return typeof userId === 'string' ? find(ctx, 'User', userId) : null;
  }

  @FieldResolver(nodeType('Group'), {
    nullable: true,
    description: `The group that the event names beside its subject. ${GONE}`,
  })
  async group(@Root() { details: { groupId } }: AuditEvent, @Ctx() ctx: RequestContext) {
    return typeof groupId === 'string' ? find(ctx, 'Group', groupId) : null;
  }

  @FieldResolver(() => AuditEventType, {
    nullable: true,
    description: 'The first event of the fold. Null if it is none, or the event is too old to be kept.',
  })
  async fold(@Root() { foldId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return foldId ? find(ctx, 'AuditEvent', foldId) : null;
  }

  @FieldResolver(nodeType('UserImport'), {
    nullable: true,
    description: `The import of users that the event is a part of. ${GONE}`,
  })
  async userImport(@Root() { details: { importId } }: AuditEvent, @Ctx() ctx: RequestContext) {
    return typeof importId === 'string' ? find(ctx, 'UserImport', importId) : null;
  }

  @FieldResolver(() => Node, { nullable: true, description: `What was affected. ${GONE}` })
  subject(@Root() { subjectType, subjectId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return findSubject(ctx, subjectType, subjectId);
  }
}
