import type { RequestContext } from '../context.ts';
import type { NodeKind } from './node.ts';

/** What a module brings to the GraphQL schema: its graph face. */
export interface GraphModule {
  readonly resolvers: readonly (new () => object)[];
  /** Its objects with an id of their own. */
  readonly nodes?: readonly NodeKind[];
  /** What `viewerCan` tells: a question for each mutation and list. */
  readonly permissions?: readonly Questions[];
}

/** Asks the policies whether the viewer may do something to an object. Throws their refusal, or returns. */
export type Ask<On> = (ctx: RequestContext, on: On) => unknown;

/** Questions about the objects of a type, by the names of the operations. */
export interface Questions {
  readonly type: string;
  readonly asks: Readonly<Record<string, Ask<never>>>;
}

/** Questions about the objects of a type, or about the viewer. The state of an object does not count: of an invitation that was accepted, too, `resendInvitation` is true. */
export const viewerCan = <On extends object>(type: string, asks: Readonly<Record<string, Ask<On>>>): Questions => ({
  type,
  asks,
});
