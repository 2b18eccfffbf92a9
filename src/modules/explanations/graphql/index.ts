/**
 * The graph face of explanations: why somebody may use a scope of an API, or may not, and what would be if they had other
 * groups or roles; what somebody may use, and who may use a scope.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { AccessStepRelations } from './explanation.relations.ts';
import { ExplanationResolver } from './explanation.resolver.ts';
import {
  ClientPermissionsResolver,
  EffectivePermissionRelations,
  GroupPermissionsResolver,
  UserPermissionsResolver,
  WhoCanResolver,
} from './permission.resolver.ts';

export const explanationsGraph: GraphModule = {
  resolvers: [
    ExplanationResolver,
    AccessStepRelations,
    UserPermissionsResolver,
    GroupPermissionsResolver,
    ClientPermissionsResolver,
    EffectivePermissionRelations,
    WhoCanResolver,
  ],
};
