import { Kind, type DocumentNode, type FieldNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

/** Whether all that a mutation does is to create. Then it can be repeated with its Idempotency-Key. */
export function createsOnly(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const fields = schema.getMutationType()!.getFields();
  return rootFields(document, operation.selectionSet).every(
    ({ name: { value } }) => value === '__typename' || fields[value]?.extensions['creates'] === true,
  );
}

function rootFields(document: DocumentNode, { selections }: OperationDefinitionNode['selectionSet']): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const part =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : document.definitions.find(
            (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
          );
    return rootFields(
      document,
      (part as { readonly selectionSet: OperationDefinitionNode['selectionSet'] }).selectionSet,
    );
  });
}
