import {
  ActionIcon,
  Anchor,
  NativeSelect,
  Popover,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { addressOf } from '../address.ts';
import { useViewer } from '../graph/viewer.tsx';
import { chooseLanguage, language, LANGUAGES, t, type Language } from '../messages/index.ts';
import { forget } from '../parts/drafts.ts';
import { Icon } from '../parts/icon.tsx';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Who is signed in; their account; the colors and the language of the console; the way out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { user } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <div className="account">
      <ActionIcon data-wide variant="subtle" size="lg" onClick={onHelp} aria-label={t('keys.title')}>
        <Icon name="help" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        aria-label={dark ? t('scheme.toLight') : t('scheme.toDark')}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </ActionIcon>
      <Popover position="bottom-end" width={260} withinPortal={false} trapFocus transitionProps={{ duration: 0 }}>
        <Popover.Target>
          <ActionIcon variant="light" size="lg" radius="xl" aria-label={t('account.menu')}>
            <Icon name="person" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('account.menu')}>
          <Stack gap="sm">
            {user && (
              <div>
                <Text fw={600}>{user.name}</Text>
                <Text size="sm" c="dimmed">
                  {user.email}
                </Text>
              </div>
            )}
            <Anchor href={addressOf('account')}>{t('account.own')}</Anchor>
            <NativeSelect
              label={t('scheme.title')}
              data={SCHEMES.map((scheme) => ({ value: scheme, label: t(`scheme.${scheme}`) }))}
              value={colorScheme}
              onChange={(event) => setColorScheme(SCHEMES.find((one) => one === event.currentTarget.value) ?? 'auto')}
            />
            <NativeSelect
              label={t('language.title')}
              data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
              value={language}
              onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
            />
            <Anchor href={addressOf('logout')} onClick={() => forget('')}>
              {t('account.signOut')}
            </Anchor>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
