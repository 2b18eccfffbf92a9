import { Card, Text, Title } from '@mantine/core';
import { t, type PlainKey } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { Icon } from '../../parts/icon.tsx';
import { WITHOUT_FACTOR } from './attention.tsx';
import type { Overview } from './overview.page.tsx';

type Place = { to: '/applications/new' | '/groups' | '/users/new' } | typeof WITHOUT_FACTOR;

/** What to do first. It goes away when all of it is done. */
export function FirstSteps({ overview: { figures, groups, clients } }: { overview: Overview }) {
  const steps: [text: PlainKey, done: boolean, place: Place][] = [
    ['steps.application', clients.totalCount > 0, { to: '/applications/new' }],
    ['steps.group', groups.totalCount > 0, { to: '/groups' }],
    ['steps.user', figures.users > 1, { to: '/users/new' }],
    ['steps.factor', figures.attention.administratorsWithoutSecondFactor === 0, WITHOUT_FACTOR],
  ];
  if (steps.every(([, done]) => done)) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="xs">
        {t('steps.title')}
      </Title>
      <ol className="steps">
        {steps.map(([text, done, place]) => (
          <li key={text} data-done={done || undefined}>
            <Icon name={done ? 'check' : 'todo'} />
            <span>
              <LinkTo {...place}>{t(text)}</LinkTo>
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
