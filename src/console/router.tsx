import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CONSOLE_PATH } from './address.ts';
import { Layout } from './layout/layout.tsx';
import { NotFound } from './parts/not-found.tsx';
import { Waiting } from './parts/loaded.tsx';
import { textOfState, stateOf, type UrlState } from './url-state.ts';

const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotFound,
  validateSearch: (state) => state as UrlState,
});

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/overview/overview.page.tsx'), 'OverviewPage'),
  }),
] as const;

/** The pages of the console by their paths. Each page is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: CONSOLE_PATH,
  parseSearch: stateOf,
  stringifySearch: textOfState,
  defaultPendingComponent: Waiting,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
