import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useBlocker, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { comesBack } from '../address.ts';
import { useViewer, WithViewer } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { Questions } from '../parts/confirm.tsx';
import { giveUp, hasTyped, placeOf } from '../parts/drafts.ts';
import { Icon, Mark } from '../parts/icon.tsx';
import { Waiting } from '../parts/loaded.tsx';
import { Notices } from '../parts/notices.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { AccountMenu } from './account-menu.tsx';
import { KeysHelp } from './keys-help.tsx';
import { Navigation } from './nav.tsx';
import { Search } from './search.tsx';
import { useUnsentChange } from './unsent-change.ts';

/** What every page of the console has around it. In a narrow window the navigation folds into a drawer. */
export function Layout() {
  return (
    <WithViewer>
      <Frame />
      <Notices />
      <Questions />
      <ShownOnce />
    </WithViewer>
  );
}

function Frame() {
  const [opened, { open, close }] = useDisclosure(false);
  const [helps, help] = useDisclosure(false);
  const { customer } = useViewer();
  const main = usePlaceOfPage();
  useQuestionOnLeaving();
  const isOnItsWay = useUnsentChange();
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
          <AccountMenu onHelp={help.open} />
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
      <main id="content" tabIndex={-1} ref={main}>
        {isOnItsWay ? <Waiting /> : <Outlet />}
      </main>
      <KeysHelp opened={helps} onOpen={help.open} onClose={help.close} />
    </div>
  );
}

/** The place of pages. It gets the focus with each other page, because what led there is mostly gone. */
function usePlaceOfPage() {
  const place = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) place.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return place;
}

/** Asks before the reader leaves a page on which something is typed. The browser asks if they leave the console. */
function useQuestionOnLeaving(): void {
  const { user } = useViewer();
  const { pathname } = useLocation();
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await giveUp(placeOf(user?.id, current.pathname))),
    enableBeforeUnload: () => !comesBack() && hasTyped(placeOf(user?.id, pathname)),
  });
}
