import { Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { Icon, type IconName } from './icon.tsx';

interface PageHeadProps {
  title: string;
  /** The kind of thing that the page is about. */
  icon?: IconName;
  lead?: ReactNode;
  /** Where this page belongs, as links. */
  above?: ReactNode;
  children?: ReactNode;
}

/** The heading of a page, which is also the title of the browser's tab, and what can be done on the page. */
export function PageHead({ title, icon, lead, above, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title]);
  return (
    <header className="page-head">
      <div>
        {above && <nav aria-label={t('nav.above')}>{above}</nav>}
        <Title order={1} size="h2">
          {icon && <Icon name={icon} size={24} />}
          {title}
        </Title>
        {lead && (
          <Text component="div" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </header>
  );
}
