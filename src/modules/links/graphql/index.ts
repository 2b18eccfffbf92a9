/**
 * The graph face of links: invitations, and the operations that send and redeem links for passwords and addresses.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { EmailChangeResolver } from './email-change.resolver.ts';
import { InvitationResolver } from './invitation.resolver.ts';
import { RecoveryResolver } from './recovery.resolver.ts';
import { invitationNode } from './invitation.node.ts';
import { InvitationRelations } from './invitation.relations.ts';
import { linkPermissions } from './link.permissions.ts';

export const linksGraph: GraphModule = {
  resolvers: [InvitationResolver, RecoveryResolver, EmailChangeResolver, InvitationRelations],
  nodes: [invitationNode],
  permissions: linkPermissions,
};
