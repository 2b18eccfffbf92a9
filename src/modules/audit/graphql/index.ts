/**
 * The graph face of the audit trail: events, what they lead to, and counts by day. `Actor` is whoever may have done something,
 * for other modules that tell who did it.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { auditPolicy } from '../audit.policy.ts';
import { AuditResolver } from './audit.resolver.ts';
import { auditEventNode } from './audit-event.node.ts';
import { AuditEventRelations } from './audit-event.relations.ts';

export { Actor, actorOf } from './actor.ts';
export { COUNTS_COST, FOLDED } from './audit.resolver.ts';
export { AuditCountArgs, AuditCountType, AuditEventConnection } from './audit.type.ts';

export const auditGraph: GraphModule = {
  resolvers: [AuditResolver, AuditEventRelations],
  nodes: [auditEventNode],
  permissions: [viewerCan('Viewer', { readAuditEvents: ({ viewer }) => auditPolicy.read(viewer) })],
};
