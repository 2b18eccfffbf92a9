/**
 * The graph face of accounts: the operations that create users, sign somebody up and change passwords. The fields of users
 * are those of `users`.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { accountPolicy } from '../account.policy.ts';
import { AccountResolver } from './account.resolver.ts';

export const accountsGraph: GraphModule = {
  resolvers: [AccountResolver],
  permissions: [
    viewerCan('Viewer', {
      createUser: ({ viewer }) => accountPolicy.create(viewer),
      createUsers: ({ viewer }) => accountPolicy.create(viewer),
    }),
  ],
};
