import { Alert, List, Text } from '@mantine/core';
import { number, t, type PlainKey } from '../../messages/index.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Overview } from './overview.page.tsx';

/** What somebody should look after, most urgent first. */
export function Attention({ overview: { figures, settings } }: { overview: Overview }) {
  const { attention, signingKeys } = figures;
  const counts: [PlainKey, number][] = [
    ['attention.deadMails', attention.deadMails],
    ['attention.failingMails', attention.failingMails],
    ['attention.deadLogoutDeliveries', attention.deadLogoutDeliveries],
    ['attention.expiringSecrets', attention.expiringSecrets],
    ['attention.administratorsWithoutSecondFactor', attention.administratorsWithoutSecondFactor],
    ['attention.overdueKeys', signingKeys.filter(({ isOverdue }) => isOverdue).length],
  ];
  const found = counts.filter(([, count]) => count > 0);
  if (found.length === 0 && settings.mails.enabled) return <Text c="dimmed">{t('attention.none')}</Text>;
  return (
    <Alert color="yellow" variant="light" title={t('attention.title')} icon={<Icon name="alert" />}>
      <List size="sm">
        {found.map(([text, count]) => (
          <List.Item key={text}>
            {t(text)}: <strong>{number(count)}</strong>
          </List.Item>
        ))}
        {!settings.mails.enabled && <List.Item>{t('attention.mailOff')}</List.Item>}
      </List>
    </Alert>
  );
}
