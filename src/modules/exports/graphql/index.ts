/**
 * The graph face of exports: the operation that asks for the link of a file. The file itself comes by HTTP.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { exportPolicy } from '../export.policy.ts';
import { ExportResolver } from './export.resolver.ts';

export const exportsGraph: GraphModule = {
  resolvers: [ExportResolver],
  permissions: [viewerCan('Viewer', { requestExport: ({ viewer }) => exportPolicy.read(viewer, null) })],
};
