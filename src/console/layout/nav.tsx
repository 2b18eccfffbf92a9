import { NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { useViewer, type Permission } from '../graph/viewer.tsx';
import { t, type PlainKey } from '../messages/index.ts';
import { Icon, type IconName } from '../parts/icon.tsx';

const Entry = createLink(NavLink<'a'>);

interface Place {
  readonly to: '/' | '/users' | '/groups' | '/organizations';
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
];

/** The pages of the console that the viewer may see. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { viewerCan } = useViewer();
  return (
    <nav aria-label={t('nav.main')}>
      {PLACES.filter(({ needs }) => !needs || viewerCan[needs]).map(({ to, text, icon }) => (
        <Entry
          key={to}
          to={to}
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
