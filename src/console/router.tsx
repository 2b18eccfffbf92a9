import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CONSOLE_PATH } from './address.ts';
import { Layout } from './layout/layout.tsx';
import { Broken, NotFound } from './parts/not-found.tsx';
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
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: lazyRouteComponent(() => import('./pages/users/users.page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/new',
    component: lazyRouteComponent(() => import('./pages/users/new-user.page.tsx'), 'NewUserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/$id',
    component: lazyRouteComponent(() => import('./pages/user/user.page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/groups',
    component: lazyRouteComponent(() => import('./pages/groups/groups.page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/groups/$id',
    component: lazyRouteComponent(() => import('./pages/groups/group.page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organizations',
    component: lazyRouteComponent(() => import('./pages/organizations/organizations.page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organizations/$id',
    component: lazyRouteComponent(() => import('./pages/organizations/organization.page.tsx'), 'OrganizationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications',
    component: lazyRouteComponent(() => import('./pages/applications/applications.page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/services',
    component: lazyRouteComponent(() => import('./pages/applications/applications.page.tsx'), 'ServicesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications/new',
    component: lazyRouteComponent(() => import('./pages/applications/new-client.page.tsx'), 'NewClientPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications/$id',
    component: lazyRouteComponent(() => import('./pages/applications/client.page.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/apis',
    component: lazyRouteComponent(() => import('./pages/apis/apis.page.tsx'), 'ApisPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/apis/$id',
    component: lazyRouteComponent(() => import('./pages/apis/api.page.tsx'), 'ApiPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/roles',
    component: lazyRouteComponent(() => import('./pages/roles/roles.page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/roles/$id',
    component: lazyRouteComponent(() => import('./pages/roles/role.page.tsx'), 'RolePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/registration',
    component: lazyRouteComponent(() => import('./pages/registration/tokens.page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/registration/new',
    component: lazyRouteComponent(() => import('./pages/registration/new-token.page.tsx'), 'NewTokenPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/registration/$id',
    component: lazyRouteComponent(() => import('./pages/registration/token.page.tsx'), 'TokenPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitations',
    component: lazyRouteComponent(() => import('./pages/activity/invitations.page.tsx'), 'InvitationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mails',
    component: lazyRouteComponent(() => import('./pages/activity/mails.page.tsx'), 'MailsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mails/templates',
    component: lazyRouteComponent(() => import('./pages/branding/templates.page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/second-factor',
    component: lazyRouteComponent(() => import('./pages/activity/second-factor.page.tsx'), 'SecondFactorPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/branding',
    component: lazyRouteComponent(() => import('./pages/branding/branding.page.tsx'), 'BrandingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/deliveries',
    component: lazyRouteComponent(() => import('./pages/activity/deliveries.page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(() => import('./pages/activity/audit.page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports',
    component: lazyRouteComponent(() => import('./pages/imports/imports.page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/$id',
    component: lazyRouteComponent(() => import('./pages/imports/import.page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attributes',
    component: lazyRouteComponent(() => import('./pages/attributes/attributes.page.tsx'), 'AttributesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attributes/new',
    component: lazyRouteComponent(() => import('./pages/attributes/new-attribute.page.tsx'), 'NewAttributePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attributes/$id',
    component: lazyRouteComponent(() => import('./pages/attributes/attribute.page.tsx'), 'AttributePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/activity/settings.page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/keys',
    component: lazyRouteComponent(() => import('./pages/activity/keys.page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/explorer',
    component: lazyRouteComponent(() => import('./pages/explorer/explorer.page.tsx'), 'ExplorerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reference',
    component: lazyRouteComponent(() => import('./pages/reference/reference.page.tsx'), 'ReferencePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/try',
    component: lazyRouteComponent(() => import('./pages/applications/tried.page.tsx'), 'TriedPage'),
  }),
] as const;

/** The pages of the console by their paths. Each page is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: CONSOLE_PATH,
  parseSearch: stateOf,
  stringifySearch: textOfState,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Broken,
  // Until another object is there, its page does not show the one before: a form would change the other.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
