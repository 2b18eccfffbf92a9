import { NavLink } from '@mantine/core';
import { createLink, useLocation } from '@tanstack/react-router';
import { useViewer, type Permission, type Viewer } from '../graph/viewer.tsx';
import { t, type PlainKey } from '../messages/index.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { hasOwnPolicy } from '../own-policy.ts';

const Entry = createLink(NavLink<'a'>);

/** A page that can be opened by its name. */
export interface Place {
  readonly to:
    | '/'
    | '/users'
    | '/groups'
    | '/organizations'
    | '/applications'
    | '/services'
    | '/apis'
    | '/roles'
    | '/registration'
    | '/invitations'
    | '/mails'
    | '/deliveries'
    | '/audit'
    | '/imports'
    | '/attributes'
    | '/settings'
    | '/keys'
    | '/explorer'
    | '/reference'
    | '/settings/branding'
    | '/settings/second-factor'
    | '/mails/templates';
  readonly text: PlainKey;
  readonly icon: IconName;
  /** What the viewer must be allowed to do, to see the place. */
  readonly needs?: Permission;
}

/** Entries under a title. The first group has none. */
interface Section {
  readonly title?: PlainKey;
  readonly places: readonly Place[];
}

const SECTIONS: readonly Section[] = [
  { places: [{ to: '/', text: 'nav.overview', icon: 'overview' }] },
  {
    title: 'nav.directory',
    places: [
      { to: '/users', text: 'nav.users', icon: 'users', needs: 'readUsers' },
      { to: '/groups', text: 'nav.groups', icon: 'groups', needs: 'readGroups' },
      { to: '/organizations', text: 'nav.organizations', icon: 'organizations', needs: 'readOrganizations' },
      { to: '/invitations', text: 'nav.invitations', icon: 'invitations', needs: 'readInvitations' },
      { to: '/attributes', text: 'nav.attributes', icon: 'attributes', needs: 'readFigures' },
      { to: '/imports', text: 'nav.imports', icon: 'imports', needs: 'readUserImports' },
    ],
  },
  {
    title: 'nav.clients',
    places: [
      { to: '/applications', text: 'nav.applications', icon: 'applications', needs: 'readClients' },
      { to: '/services', text: 'nav.services', icon: 'services', needs: 'readClients' },
      { to: '/apis', text: 'nav.apis', icon: 'apis', needs: 'readApis' },
      { to: '/roles', text: 'nav.roles', icon: 'roles', needs: 'readAccessRoles' },
      { to: '/registration', text: 'nav.registration', icon: 'registration', needs: 'createInitialAccessToken' },
    ],
  },
  {
    title: 'nav.activity',
    places: [
      { to: '/audit', text: 'nav.audit', icon: 'audit', needs: 'readAuditEvents' },
      { to: '/mails', text: 'nav.mails', icon: 'mails', needs: 'readMails' },
      { to: '/deliveries', text: 'nav.deliveries', icon: 'deliveries', needs: 'readLogoutDeliveries' },
    ],
  },
  {
    title: 'nav.server',
    places: [
      { to: '/settings', text: 'nav.settings', icon: 'settings' },
      { to: '/settings/branding', text: 'branding.title', icon: 'branding', needs: 'readFigures' },
      { to: '/settings/second-factor', text: 'secondFactor.title', icon: 'factor', needs: 'readFigures' },
      { to: '/keys', text: 'nav.keys', icon: 'keys', needs: 'readSigningKeys' },
    ],
  },
  {
    title: 'nav.developers',
    places: [
      { to: '/explorer', text: 'nav.explorer', icon: 'explorer' },
      { to: '/reference', text: 'nav.reference', icon: 'reference' },
    ],
  },
];

/** Pages that others lead to. */
const INNER: readonly Place[] = [
  { to: '/mails/templates', text: 'templates.title', icon: 'mails', needs: 'readMails' },
];

const open = (places: readonly Place[], viewerCan: Viewer['viewerCan']): Place[] =>
  places.filter(({ needs }) => !needs || viewerCan[needs]);

/** The pages of the navigation that somebody with these rights may see. */
export const placesOf = (viewerCan: Viewer['viewerCan']): Place[] =>
  SECTIONS.flatMap(({ places }) => open(places, viewerCan));

/** The pages whose names have a text, and that the viewer may see. */
export function usePlaces(text: string): Place[] {
  const { viewerCan } = useViewer();
  const looked = text.toLowerCase();
  const places = [...placesOf(viewerCan), ...open(INNER, viewerCan)];
  return looked === '' ? [] : places.filter((place) => t(place.text).toLowerCase().includes(looked));
}

/** The pages of the console that the viewer may see, under titles that fold. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { viewerCan } = useViewer();
  const sections = SECTIONS.map(({ title, places }) => ({ title, places: open(places, viewerCan) }));
  return (
    <nav aria-label={t('nav.main')}>
      {sections
        .filter(({ places }) => places.length > 0)
        .map(({ title, places }) =>
          title === undefined ? (
            <Entries key="" places={places} onGo={onGo} />
          ) : (
            <details key={title} open>
              <summary>{t(title)}</summary>
              <Entries places={places} onGo={onGo} />
            </details>
          ),
        )}
    </nav>
  );
}

/** Addresses of which others begin with the same. */
const EXACT: readonly Place['to'][] = ['/', '/settings'];

function Entries({ places, onGo }: { places: readonly Place[]; onGo: (() => void) | undefined }) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  return places.map(({ to, text, icon }) => (
    <Entry
      key={to}
      to={to}
      reloadDocument={hasOwnPolicy(to) || hasOwnPolicy(here)}
      label={t(text)}
      leftSection={<Icon name={icon} />}
      activeOptions={{ exact: EXACT.includes(to), includeSearch: false }}
      activeProps={{ active: true }}
      {...(onGo && { onClick: onGo })}
    />
  ));
}
