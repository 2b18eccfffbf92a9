/**
 * The graph face of second factors: what a user has, and the operations by which users set up and remove their own.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { MfaResolver, UserMfaResolver } from './mfa.resolver.ts';
import { PasskeyResolver, UserPasskeysResolver } from './passkey.resolver.ts';
import { mfaPermissions } from './mfa.permissions.ts';
import { passkeyNode } from './passkey.node.ts';

export const mfaGraph: GraphModule = {
  resolvers: [MfaResolver, UserMfaResolver, PasskeyResolver, UserPasskeysResolver],
  nodes: [passkeyNode],
  permissions: mfaPermissions,
};
