import { Alert, List, Text } from '@mantine/core';
import { number, t, type PlainKey } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { Overview } from './overview.page.tsx';

interface Where {
  readonly to: '/mails' | '/deliveries' | '/applications' | '/services' | '/users' | '/keys';
  readonly search: Readonly<Record<string, string>>;
}

/** The list of the administrators who have no second factor. */
export const WITHOUT_FACTOR = {
  to: '/users',
  search: { role: 'ADMIN', factor: 'no', active: 'yes' },
} as const satisfies Where;

/** What somebody should look after, most urgent first. */
export function Attention({ overview }: { overview: Overview }) {
  const { figures, settings, expiringApplications, expiringServices } = overview;
  const { attention, signingKeys } = figures;
  const counts: [PlainKey, number, Where][] = [
    ['attention.deadMails', attention.deadMails, { to: '/mails', search: { state: 'DEAD' } }],
    ['attention.failingMails', attention.failingMails, { to: '/mails', search: { state: 'FAILING' } }],
    [
      'attention.deadLogoutDeliveries',
      attention.deadLogoutDeliveries,
      { to: '/deliveries', search: { state: 'DEAD' } },
    ],
    [
      'attention.expiringSecrets',
      expiringApplications.totalCount,
      { to: '/applications', search: { secret: 'expiring' } },
    ],
    ['attention.expiringServices', expiringServices.totalCount, { to: '/services', search: { secret: 'expiring' } }],
    ['attention.administratorsWithoutSecondFactor', attention.administratorsWithoutSecondFactor, WITHOUT_FACTOR],
    ['attention.overdueKeys', signingKeys.filter(({ isOverdue }) => isOverdue).length, { to: '/keys', search: {} }],
  ];
  const found = counts.filter(([, count]) => count > 0);
  if (found.length === 0 && settings.mails.enabled) return <Text c="dimmed">{t('attention.none')}</Text>;
  return (
    <Alert color="yellow" variant="light" title={t('attention.title')} icon={<Icon name="alert" />}>
      <List size="sm">
        {found.map(([text, count, where]) => (
          <List.Item key={text}>
            <LinkTo {...where}>{t(text)}</LinkTo>: <strong>{number(count)}</strong>
          </List.Item>
        ))}
        {!settings.mails.enabled && (
          <List.Item>
            <LinkTo to="/settings">{t('attention.mailOff')}</LinkTo>
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
