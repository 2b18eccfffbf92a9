import type { AnyRoute } from '../route.ts';
import { clientRoutes } from './clients.ts';
import { groupRoutes } from './groups.ts';
import { mfaRoutes } from './mfa.ts';
import { sessionRoutes } from './sessions.ts';
import { userRoutes } from './users.ts';

/** Every documented path. */
export const routes: readonly AnyRoute[] = [
  ...groupRoutes,
  ...userRoutes,
  ...clientRoutes,
  ...mfaRoutes,
  ...sessionRoutes,
];
