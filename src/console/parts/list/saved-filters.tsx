import { Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import type { UrlState } from '../../url-state.ts';
import type { ListState } from './list-state.ts';

interface Saved {
  readonly name: string;
  readonly url: UrlState;
}

/** What the address says about a list, without the place in it. */
const withoutPlace = ({ after: _after, before: _before, ...url }: UrlState): UrlState => url;

/** Filters, order and columns of this list, kept in this browser under names of the reader. */
export function SavedFilters({ state }: { state: ListState<string> }) {
  const { user } = useViewer();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [saved, setSaved] = useLocalStorage<Saved[]>({
    key: `guildhall.filters.${user?.id ?? ''}${path}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const current = withoutPlace(state.url);

  const apply = ({ url }: Saved): void => {
    state.change({ ...Object.fromEntries(Object.keys(state.url).map((key) => [key, undefined])), ...url });
    setOpened(false);
  };
  const save = (): void => {
    const kept = saved.filter((each) => each.name !== name.trim());
    setSaved([...kept, { name: name.trim(), url: current }]);
    setName('');
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      withinPortal={false}
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          {t('filters.menu')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.menu')}>
        <Stack gap="xs">
          {saved.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('filters.none')}
            </Text>
          )}
          {saved.map((each) => (
            <Group key={each.name} gap="xs" wrap="nowrap">
              <Button flex={1} size="xs" variant="light" justify="flex-start" onClick={() => apply(each)}>
                {each.name}
              </Button>
              <CloseButton
                aria-label={t('filters.remove', { name: each.name })}
                onClick={() => setSaved(saved.filter((other) => other !== each))}
              />
            </Group>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') save();
            }}
          >
            <TextInput
              label={t('filters.name')}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button mt="xs" size="xs" type="submit" disabled={name.trim() === '' || Object.keys(current).length === 0}>
              {t('filters.save')}
            </Button>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
