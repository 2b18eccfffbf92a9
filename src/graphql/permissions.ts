/**
 * Makes the types that tell what the viewer may do. Each field asks the policies that decide the operation of its name, and
 * only when it is selected.
 */
import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { falseIfRefused, isPermitted } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { NodePermissions } from '../kernel/graphql.ts';
import { auditPolicy } from '../modules/audit/index.ts';

/** Asks the policies whether the viewer may do something to an object. Throws their refusal, or returns. */
type Ask<On> = (ctx: RequestContext, on: On) => unknown;

/** The questions of a type, by the names of the operations that they are about. */
type Asks<On> = Readonly<Record<string, Ask<On>>>;

/** The field `viewerCan` of the objects of a type, with a question for each mutation that changes such an object. */
export function permissionsOn<On extends object>(name: string, type: () => object, asks: Asks<On>) {
  @ObjectType(`${name}Permissions`, {
    implements: NodePermissions,
    description: `What the viewer may do with an object of the type ${name}.`,
  })
  class Permissions {}
  const readAuditEvents: Ask<On> = ({ viewer }) => auditPolicy.read(viewer);
  const resolvers = resolversOf(type, Permissions, { readAuditEvents, ...asks }, (field) =>
    field === 'readAuditEvents'
      ? 'Whether the viewer may read the audit events about it.'
      : `Whether the viewer may use \`${field}\` on it.`,
  );
  return { Permissions, resolvers };
}

/** The resolvers of the questions, and of `viewerCan`, which leads to them. The object itself is passed on. */
export function resolversOf<On extends object>(
  type: () => object,
  permissions: new () => object,
  asks: Asks<On>,
  describe: (field: string) => string,
): (new () => object)[] {
  @Resolver(type as never)
  class ViewerCanResolver {
    @FieldResolver(() => permissions, { description: 'What the viewer may do with it.' })
    viewerCan(@Root() on: On): On {
      return on;
    }
  }

  @Resolver(() => permissions)
  class PermissionsResolver {}
  const { prototype } = PermissionsResolver;
  for (const [field, ask] of Object.entries(asks)) {
    Object.defineProperty(prototype, field, { value: (on: On, ctx: RequestContext) => isAllowed(() => ask(ctx, on)) });
    FieldResolver(() => Boolean, { description: describe(field) })(prototype, field, {});
    Root()(prototype, field, 0);
    Ctx()(prototype, field, 1);
  }
  return [ViewerCanResolver, PermissionsResolver];
}

/** The same as `isPermitted`, also for questions that have to read something first. */
function isAllowed(ask: () => unknown): boolean | Promise<boolean> {
  let answer: unknown;
  const isPermittedAtOnce = isPermitted(() => (answer = ask()));
  return answer instanceof Promise ? answer.then(() => true, falseIfRefused) : isPermittedAtOnce;
}
