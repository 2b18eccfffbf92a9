/**
 * The graph face of the search: one list of what was found, in which users, groups, clients and
 * organizations are mixed.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { SearchResolver } from './search.resolver.ts';

export const searchGraph: GraphModule = {
  resolvers: [SearchResolver],
};
