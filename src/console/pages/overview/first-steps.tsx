import { Card, Text, Title } from '@mantine/core';
import { t, type PlainKey } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { Overview } from './overview.page.tsx';

/** What to do first. It goes away when all of it is done. */
export function FirstSteps({ overview: { figures, groups, clients } }: { overview: Overview }) {
  const steps: [text: PlainKey, done: boolean, to: '/applications/new' | '/groups' | '/users/new' | '/users'][] = [
    ['steps.application', clients.totalCount > 0, '/applications/new'],
    ['steps.group', groups.totalCount > 0, '/groups'],
    ['steps.user', figures.users > 1, '/users/new'],
    ['steps.factor', figures.attention.administratorsWithoutSecondFactor === 0, '/users'],
  ];
  if (steps.every(([, done]) => done)) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="xs">
        {t('steps.title')}
      </Title>
      <ol className="steps">
        {steps.map(([text, done, to]) => (
          <li key={text} data-done={done || undefined}>
            <Icon name={done ? 'check' : 'todo'} />
            <span>
              <LinkTo to={to}>{t(text)}</LinkTo>
              {done && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  ({t('steps.done')})
                </Text>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
