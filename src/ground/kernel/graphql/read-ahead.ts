import { getArgumentValues, getNamedType, Kind } from 'graphql';
import type { FieldNode, GraphQLObjectType, GraphQLResolveInfo, SelectionNode, SelectionSetNode } from 'graphql';
import type { RequestContext } from '../context.ts';

/**
 * For operations that delete something and return it as it was, in the field `key` of their payload. Reads what the
 * selection needs before the deletion, and the loaders keep it until the answer is built. Reads nothing if only columns of
 * the deleted row are selected.
 */
export async function readAhead(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  key: string,
  find: () => Promise<object | null>,
): Promise<void> {
  const payload = getNamedType(info.returnType) as GraphQLObjectType;
  const fields = (getNamedType(payload.getFields()[key]!.type) as GraphQLObjectType).getFields();
  const selected = info.fieldNodes
    .flatMap(({ selectionSet }) => fieldsIn(selectionSet, info))
    .filter((node) => node.name.value === key)
    .flatMap(({ selectionSet }) => fieldsIn(selectionSet, info));
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
