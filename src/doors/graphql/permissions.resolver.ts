/**
 * Makes the fields that tell what the viewer may do, from the questions of the modules. Each asks the policies that decide
 * the operation of its name, and only when it is selected.
 */
import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import { falseIfRefused, isPermitted } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Ask } from '../../ground/kernel/graphql/module.ts';
import { ViewerPermissions } from '../../ground/kernel/graphql/types.ts';
import { auditPolicy } from '../../modules/audit/index.ts';
import { graphModules } from './modules.ts';
import { nodes } from './nodes.ts';
import { ViewerType } from './viewer.resolver.ts';

type Asks = Readonly<Record<string, Ask<never>>>;

const questions = graphModules.flatMap((each) => each.permissions ?? []);

/** What all modules ask about a type. */
const asksAbout = (name: string): Asks =>
  Object.assign({}, ...questions.filter(({ type }) => type === name).map(({ asks }) => asks)) as Asks;

const readAuditEvents: Ask<object> = ({ viewer }) => auditPolicy.read(viewer);

/** The resolvers of everything that is called `viewerCan`. */
export const permissionResolvers = [
  ...nodes.flatMap(({ name, type, Permissions }) =>
    resolversOf(type, Permissions, { readAuditEvents, ...asksAbout(name) }, (field) =>
      field === 'readAuditEvents'
        ? 'Whether the viewer may read the audit events about it.'
        : `Whether the viewer may use \`${field}\` on it.`,
    ),
  ),
  ...resolversOf(ViewerType, ViewerPermissions, asksAbout('Viewer'), (name) => {
    const field = name.replace(/^read./, (start) => start.slice(4).toLowerCase());
    return `Whether the viewer may use \`${field}\`.`;
  }),
];

/** The resolvers of the questions, and of `viewerCan`, which leads to them. The object itself is passed on. */
function resolversOf(
  type: ClassType,
  permissions: ClassType,
  asks: Asks,
  describe: (field: string) => string,
): (new () => object)[] {
  @Resolver(() => type)
  class ViewerCanResolver {
    @FieldResolver(() => permissions, { description: 'What the viewer may do with it.' })
    viewerCan(@Root() on: object): object {
      return on;
    }
  }

  @Resolver(() => permissions)
  class PermissionsResolver {}
  const { prototype } = PermissionsResolver;
  for (const [field, ask] of Object.entries(asks)) {
    const value = (on: never, ctx: RequestContext) => isAllowed(() => ask(ctx, on));
    Object.defineProperty(prototype, field, { value });
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
