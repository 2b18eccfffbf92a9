/**
 * The graph face of brandings: the branding of the viewer's customer, and how administrators change it.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { brandingPolicy } from '../branding.policy.ts';
import { BrandingResolver } from './branding.resolver.ts';

export { BrandingService } from '../branding.service.ts';
export { BrandingType } from './branding.type.ts';

export const brandingGraph: GraphModule = {
  resolvers: [BrandingResolver],
  permissions: [viewerCan('Customer', { updateBranding: ({ viewer }) => brandingPolicy.write(viewer) })],
};
