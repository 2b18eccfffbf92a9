/**
 * The graph face of previews: what an application would get about a user now, and why, for those who administer.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { previewPolicy } from '../preview.policy.ts';
import { PreviewResolver } from './preview.resolver.ts';

export const previewsGraph: GraphModule = {
  resolvers: [PreviewResolver],
  permissions: [viewerCan('Viewer', { previewTokens: ({ viewer }) => previewPolicy.read(viewer) })],
};
