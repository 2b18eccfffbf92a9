/**
 * The graph face of accounts: the operations that create users, sign somebody up and help one who cannot sign in. The other
 * fields of users are those of `users`.
 */
import { viewerCan, type GraphModule } from '../../../ground/kernel/graphql/module.ts';
import type { User } from '../../users/index.ts';
import { accountPolicy } from '../account.policy.ts';
import { AccountResolver } from './account.resolver.ts';
import { SignInResolver } from './sign-in.resolver.ts';

export const accountsGraph: GraphModule = {
  resolvers: [AccountResolver, SignInResolver],
  permissions: [
    viewerCan<User>('User', {
      setTemporaryPassword: ({ viewer }, { id }) => accountPolicy.setTemporaryPassword(viewer, id),
      unlockUser: ({ viewer }, user) => accountPolicy.unlock(viewer, user),
    }),
    viewerCan('Viewer', {
      createUser: ({ viewer }) => accountPolicy.create(viewer),
      createUsers: ({ viewer }) => accountPolicy.create(viewer),
    }),
  ],
};
