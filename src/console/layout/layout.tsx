import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useViewer, WithViewer } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { Questions } from '../parts/confirm.tsx';
import { Icon, Mark } from '../parts/icon.tsx';
import { Notices } from '../parts/notices.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './nav.tsx';
import { Search } from './search.tsx';

/** What every page of the console has around it. In a narrow window the navigation folds into a drawer. */
export function Layout() {
  return (
    <WithViewer>
      <Frame />
      <Notices />
      <Questions />
    </WithViewer>
  );
}

function Frame() {
  const [opened, { open, close }] = useDisclosure(false);
  const { customer } = useViewer();
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('nav.skip')}
      </a>
      <header className="top">
        <ActionIcon className="narrow" variant="subtle" size="lg" onClick={open} aria-label={t('nav.open')}>
          <Icon name="menu" />
        </ActionIcon>
        <span className="brand">
          <Mark />
          <bdi>{customer.name}</bdi>
        </span>
        <div className="tools">
          <Search />
          <AccountMenu />
        </div>
      </header>
      <aside className="side">
        <Navigation />
      </aside>
      <Drawer
        opened={opened}
        onClose={close}
        title={t('product')}
        size="xs"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Navigation onGo={close} />
      </Drawer>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
