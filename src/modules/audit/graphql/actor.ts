import { createUnionType } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { findSubject, nodeType } from '../../../ground/kernel/graphql/node.ts';

export const Actor = createUnionType({
  name: 'Actor',
  description: 'Who can act: a user or a service account.',
  types: () => [nodeType('User')(), nodeType('Client')()] as const,
  resolveType: (actor) => (actor as { readonly __typename?: string }).__typename,
});

const ACTORS: readonly string[] = ['user', 'client'];

/** An actor by type and id. Null for the system, and for nobody who is known. */
export async function actorOf(
  ctx: RequestContext,
  type: string,
  id: string | null | undefined,
): Promise<object | null> {
  return id && ACTORS.includes(type) ? findSubject(ctx, type, id) : null;
}
