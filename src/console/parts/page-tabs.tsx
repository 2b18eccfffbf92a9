import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUrlState } from '../url-state.ts';

interface PageTabsProps<Tab extends string> {
  /** The tabs that the reader may see. The first is open unless the address says otherwise. */
  tabs: readonly Tab[];
  labelOf: (tab: Tab) => string;
  children: (tab: Tab) => ReactNode;
}

/** The tabs of a page. The address has the open one; what it says of a list in another tab is left behind. */
export function PageTabs<Tab extends string>({ tabs, labelOf, children }: PageTabsProps<Tab>) {
  const [url, setUrl] = useUrlState();
  const tab = tabs.find((each) => each === url['tab']) ?? tabs[0]!;
  return (
    <Tabs
      value={tab}
      onChange={(next) => setUrl({ tab: next ?? undefined, after: undefined, before: undefined, q: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {labelOf(each)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children(tab)}</Tabs.Panel>
    </Tabs>
  );
}
