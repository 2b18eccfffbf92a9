/**
 * The graph face of mail: the mails of a customer without their bodies, which administrators read, and send again.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { MailResolver } from './mail.resolver.ts';
import { mailNode } from './mail.node.ts';
import { mailPermissions } from './mail.permissions.ts';
import { MailRelations } from './mail.relations.ts';

export const mailGraph: GraphModule = {
  resolvers: [MailResolver, MailRelations],
  nodes: [mailNode],
  permissions: mailPermissions,
};
