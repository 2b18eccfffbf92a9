import type { Edge } from '../../ground/lists/pagination.ts';

/** Somebody or something in a group, and since when. */
export interface JoinEdge<Node> extends Edge<Node> {
  readonly joinedAt: Date;
}

/** The edge of a node that was read with the moment when it joined. */
export const withJoin = <Node extends object>({ node, cursor }: Edge<Node>): JoinEdge<Node> => ({
  node,
  cursor,
  joinedAt: new Date(Number((node as Node & { readonly joined_at: string }).joined_at)),
});
