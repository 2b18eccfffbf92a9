import { Card, Text, Title } from '@mantine/core';
import { t, type PlainKey } from '../../messages/index.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Overview } from './overview.page.tsx';

/** What to do first. It goes away when all of it is done. */
export function FirstSteps({ overview: { figures, groups, clients } }: { overview: Overview }) {
  const steps: [text: PlainKey, done: boolean][] = [
    ['steps.application', clients.totalCount > 0],
    ['steps.group', groups.totalCount > 0],
    ['steps.user', figures.users > 1],
    ['steps.factor', figures.attention.administratorsWithoutSecondFactor === 0],
  ];
  if (steps.every(([, done]) => done)) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="xs">
        {t('steps.title')}
      </Title>
      <ol className="steps">
        {steps.map(([text, done]) => (
          <li key={text} data-done={done || undefined}>
            <Icon name={done ? 'check' : 'todo'} />
            <span>
              {t(text)}
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
