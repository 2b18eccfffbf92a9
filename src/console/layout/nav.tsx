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

const PLACES: readonly Place[] = [
  { to: '/', text: 'nav.overview', icon: 'overview' },
  { to: '/users', text: 'nav.users', icon: 'users', needs: 'readUsers' },
  { to: '/groups', text: 'nav.groups', icon: 'groups', needs: 'readGroups' },
  { to: '/organizations', text: 'nav.organizations', icon: 'organizations', needs: 'readOrganizations' },
  { to: '/applications', text: 'nav.applications', icon: 'applications', needs: 'readClients' },
  { to: '/services', text: 'nav.services', icon: 'services', needs: 'readClients' },
  { to: '/registration', text: 'nav.registration', icon: 'registration', needs: 'createInitialAccessToken' },
  { to: '/invitations', text: 'nav.invitations', icon: 'invitations', needs: 'readInvitations' },
  { to: '/mails', text: 'nav.mails', icon: 'mails', needs: 'readMails' },
  { to: '/deliveries', text: 'nav.deliveries', icon: 'deliveries', needs: 'readLogoutDeliveries' },
  { to: '/audit', text: 'nav.audit', icon: 'audit', needs: 'readAuditEvents' },
  { to: '/imports', text: 'nav.imports', icon: 'imports', needs: 'readUserImports' },
  { to: '/attributes', text: 'nav.attributes', icon: 'attributes', needs: 'createAttributeDefinition' },
  { to: '/settings', text: 'nav.settings', icon: 'settings' },
  { to: '/keys', text: 'nav.keys', icon: 'keys', needs: 'readSigningKeys' },
  { to: '/explorer', text: 'nav.explorer', icon: 'explorer' },
  { to: '/reference', text: 'nav.reference', icon: 'reference' },
];

/** Pages that others lead to. */
const INNER: readonly Place[] = [
  { to: '/settings/branding', text: 'branding.title', icon: 'settings' },
  { to: '/settings/second-factor', text: 'secondFactor.title', icon: 'settings' },
  { to: '/mails/templates', text: 'templates.title', icon: 'mails', needs: 'readMails' },
];

/** The pages of the navigation that somebody with these rights may see. */
export const placesOf = (viewerCan: Viewer['viewerCan']): Place[] =>
  PLACES.filter(({ needs }) => !needs || viewerCan[needs]);

/** The pages whose names have a text, and that the viewer may see. */
export function usePlaces(text: string): Place[] {
  const { viewerCan } = useViewer();
  const looked = text.toLowerCase();
  const places = [...PLACES, ...INNER].filter(({ needs }) => !needs || viewerCan[needs]);
  return looked === '' ? [] : places.filter((place) => t(place.text).toLowerCase().includes(looked));
}

/** The pages of the console that the viewer may see. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { viewerCan } = useViewer();
  const here = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav aria-label={t('nav.main')}>
      {placesOf(viewerCan).map(({ to, text, icon }) => (
        <Entry
          key={to}
          to={to}
          reloadDocument={hasOwnPolicy(to) || hasOwnPolicy(here)}
          label={t(text)}
          leftSection={<Icon name={icon} />}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ active: true }}
          {...(onGo && { onClick: onGo })}
        />
      ))}
    </nav>
  );
}
