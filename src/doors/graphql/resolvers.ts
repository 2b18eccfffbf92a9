import type { NonEmptyArray } from 'type-graphql';
import { customerResolvers } from './customer.resolver.ts';
import { HistoryResolver } from './history.resolver.ts';
import { InputConstraintResolver } from './input-constraint.resolver.ts';
import { graphModules } from './modules.ts';
import { NodeResolver } from './node.resolver.ts';
import { permissionResolvers } from './permissions.resolver.ts';
import { SettingsResolver } from './settings.resolver.ts';
import { ViewerResolver } from './viewer.resolver.ts';

/** The resolvers of this door and of all modules. The schema is made from this list. */
export const resolvers: NonEmptyArray<new () => object> = [
  ViewerResolver,
  NodeResolver,
  InputConstraintResolver,
  HistoryResolver,
  SettingsResolver,
  ...customerResolvers,
  ...permissionResolvers,
  ...graphModules.flatMap((each) => each.resolvers),
];
