import type { RequestContext } from '../../ground/kernel/context.ts';
import { addNodes, findNode } from '../../ground/kernel/graphql/node.ts';
import { nodeTypeLoader } from '../../ground/kernel/node-type.ts';
import { graphModules } from './modules.ts';

/** The types of objects that have an id of their own. */
export const nodes = graphModules.flatMap((each) => each.nodes ?? []);
addNodes(nodes);

const nodeTypes = nodeTypeLoader(Object.fromEntries(nodes.map(({ name, entity }) => [name, entity])));

/** The object with this id, whatever its type. */
export async function findAny(ctx: RequestContext, id: string): Promise<object | null> {
  const type = await ctx.loader(nodeTypes).load(id);
  return type ? findNode(ctx, type, id) : null;
}
