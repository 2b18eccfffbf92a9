import { getArgumentValues, getNamedType, Kind } from 'graphql';
import type { FieldNode, GraphQLObjectType, GraphQLResolveInfo, SelectionNode, SelectionSetNode } from 'graphql';
import type { RequestContext } from './context.ts';

/**
 * For what deletes something and returns it as it was: reads what the selection asks of it while it is there. The loaders
 * keep that for when the answer is built. Nothing is found, and nothing read, where nothing but its own columns is asked.
 */
export async function readAhead(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  find: () => Promise<object | null>,
): Promise<void> {
  const fields = (getNamedType(info.returnType) as GraphQLObjectType).getFields();
  const selected = info.fieldNodes.flatMap(({ selectionSet }) => fieldsIn(selectionSet, info));
  const resolved = selected.filter(({ name }) => fields[name.value]?.resolve);
  const thing = resolved.length > 0 ? await find() : null;
  if (thing === null) return;
  await Promise.all(
    resolved.map(async (node) => {
      const field = fields[node.name.value]!;
      const args = getArgumentValues(field, node, info.variableValues);
      const found = (await field.resolve!(thing, args, ctx, info)) as Countable | null;
      await found?.total?.();
    }),
  );
}

/** A page counts the whole list when it is asked for. */
interface Countable {
  readonly total?: () => Promise<number>;
}

const fieldsIn = (set: SelectionSetNode | undefined, info: GraphQLResolveInfo): FieldNode[] =>
  set?.selections.flatMap((selection) => fieldsOf(selection, info)) ?? [];

function fieldsOf(selection: SelectionNode, info: GraphQLResolveInfo): FieldNode[] {
  if (selection.kind === Kind.FIELD) return [selection];
  const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
  return fieldsIn((isSpread ? info.fragments[selection.name.value] : selection)?.selectionSet, info);
}
