import { Badge, Card, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { day, number, t } from '../../messages/index.ts';
import { ListedLink } from '../../parts/node-link.tsx';
import { When } from '../../parts/when.tsx';
import type { Overview } from './overview.page.tsx';

type Figures = Overview['figures'];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}

/** The figures that one looks at first. */
export function Counts({ overview: { figures, groups, clients } }: { overview: Overview }) {
  const counts: [string, number][] = [
    [t('figures.users'), figures.users],
    [t('figures.activeUsers'), figures.activeUsers],
    [t('figures.groups'), groups.totalCount],
    [t('figures.applications'), clients.totalCount],
    [t('figures.logins'), sum(figures.days.map(({ logins }) => logins))],
    [t('figures.failedLogins'), sum(figures.days.map(({ failedLogins }) => failedLogins))],
  ];
  return (
    <dl className="counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const HEIGHT = 120;
const STEP = 20;

/** The logins of each day as bars, failed ones on top. */
export function Logins({ days }: { days: Figures['days'] }) {
  const most = Math.max(1, ...days.map(({ logins, failedLogins }) => logins + failedLogins));
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  return (
    <Section title={t('figures.loginsByDay')}>
      <svg
        className="bars"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('figures.chart', {
          logins: sum(days.map(({ logins }) => logins)),
          failed: sum(days.map(({ failedLogins }) => failedLogins)),
        })}
      >
        {days.map(({ day: date, logins, failedLogins }, index) => {
          const [good, bad] = [heightOf(logins), heightOf(failedLogins)];
          const place = { x: index * STEP + 2, width: STEP - 4 };
          return (
            <g key={date}>
              <title>{`${day(date)}: ${t('figures.chart', { logins, failed: failedLogins })}`}</title>
              <rect className="ground" {...place} y={0} height={HEIGHT} />
              <rect className="good" {...place} y={HEIGHT - good} height={good} />
              <rect className="bad" {...place} y={HEIGHT - good - bad} height={bad} />
            </g>
          );
        })}
      </svg>
      <Text size="xs" c="dimmed" className="ends">
        <span>{days[0] && day(days[0].day)}</span>
        <span>{days.length > 0 && day(days[days.length - 1]!.day)}</span>
      </Text>
    </Section>
  );
}

/** The applications that people sign in to most. */
export function TopApplications({ overview }: { overview: Overview }) {
  const { topClients } = overview.figures;
  return (
    <Section title={t('figures.topApplications')}>
      {topClients.length === 0 && <Text c="dimmed">{t('figures.noLogins')}</Text>}
      {topClients.length > 0 && (
        <Table>
          <Table.Tbody>
            {topClients.map(({ clientId, client, logins }) => (
              <Table.Tr key={clientId}>
                <Table.Td>
                  <ListedLink node={{ __typename: 'Client', id: clientId, name: client?.name ?? clientId }} />
                </Table.Td>
                <Table.Td className="amount">{number(logins)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

/** The keys that tokens are signed with. */
export function SigningKeys({ keys }: { keys: Figures['signingKeys'] }) {
  return (
    <Section title={t('figures.signingKeys')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('keys.algorithm')}</Table.Th>
            <Table.Th>{t('keys.state')}</Table.Th>
            <Table.Th>{t('keys.rotates')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(({ kid, algorithm, isSigning, isOverdue, rotatesAt }) => (
            <Table.Tr key={kid}>
              <Table.Td title={kid}>{algorithm}</Table.Td>
              <Table.Td>
                <Badge variant="light" color={isOverdue ? 'red' : isSigning ? 'teal' : 'gray'}>
                  {isOverdue ? t('keys.overdue') : isSigning ? t('keys.signing') : t('keys.waiting')}
                </Badge>
              </Table.Td>
              <Table.Td>
                <When time={rotatesAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
