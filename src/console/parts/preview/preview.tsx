import { Alert, Button, List as Items, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { Icon } from '../icon.tsx';
import { List, type Column } from '../list/list.tsx';
import { Document, DOCUMENT } from './document.tsx';
import { QuestionFields, useQuestion, type About, type Question } from './question.tsx';

const PREVIEW = graphql(
  `
    mutation PreviewTokens($input: PreviewTokensInput!) {
      previewTokens(input: $input) {
        idToken {
          ...Document
        }
        accessToken {
          ...Document
        }
        userinfo {
          ...Document
        }
        introspection {
          ...Document
        }
        askedScopes {
          name
          isGranted
          outcome
          roles
        }
        obstacles {
          kind
          isFinal
        }
      }
    }
  `,
  [DOCUMENT],
);

type Shown = ResultOf<typeof PREVIEW>['previewTokens'];

/** What an application would get about a user now, and why. One of both is chosen here. */
export function TokenPreview({ about }: { about: About }) {
  const question = useQuestion(about);
  // What was shown is about what was asked.
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t('preview.text')}
      </Text>
      <QuestionFields about={about} question={question} />
      <Asked key={Object.values(question).join('\n')} question={question} />
    </>
  );
}

function Asked({ question }: { question: Question }) {
  const { userId = '', clientId = '', organizationId = null, scope = null, resource = null } = question;
  const act = useAct();
  const [shown, setShown] = useState<Shown>();
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    const { data } = await act(PREVIEW, { input: { userId, clientId, organizationId, scope, resource } });
    setAsking(false);
    if (data) setShown(data.previewTokens);
  };
  return (
    <div className="stack">
      <div>
        <Button disabled={userId === '' || clientId === ''} loading={isAsking} onClick={() => void ask()}>
          {t('preview.show')}
        </Button>
      </div>
      <div role="status">{shown && <Obstacles of={shown.obstacles} />}</div>
      {shown && <Documents shown={shown} />}
    </div>
  );
}

/** Whether the sign-in would succeed, and what it would ask. */
function Obstacles({ of }: { of: Shown['obstacles'] }) {
  const isStopped = of.some(({ isFinal }) => isFinal);
  return (
    <Alert
      color={isStopped ? 'red' : 'teal'}
      variant="light"
      icon={<Icon name={isStopped ? 'alert' : 'check'} />}
      title={isStopped ? t('preview.stopped') : of.length > 0 ? t('preview.asked') : t('preview.free')}
    >
      {of.length > 0 && (
        <Items size="sm">
          {of.map(({ kind }) => (
            <Items.Item key={kind}>{named('obstacle', kind)}</Items.Item>
          ))}
        </Items>
      )}
    </Alert>
  );
}

function Documents({ shown }: { shown: Shown }) {
  const { idToken, accessToken, userinfo, introspection, askedScopes } = shown;
  const documents = [
    ['idToken', t('try.idToken'), idToken],
    ['accessToken', t('try.accessToken'), accessToken],
    ['userinfo', t('try.userinfo'), userinfo],
    ['introspection', t('preview.introspection'), introspection],
  ] as const;
  const tabs: (readonly [name: string, label: string, body: ReactNode])[] = [
    ...documents.map(([name, label, of]) => [name, label, <Document key={name} label={label} of={of} />] as const),
    ['scopes', t('preview.scopes'), <Scopes key="scopes" of={askedScopes} />],
  ];
  return (
    <Tabs defaultValue="idToken" keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([name, , body]) => (
        <Tabs.Panel key={name} value={name}>
          {body}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type Scope = Shown['askedScopes'][number];

const columns = (): Column<Scope>[] => [
  { key: 'scope', header: t('step.SCOPE'), narrow: true, cell: ({ name }) => <code>{name}</code> },
  {
    key: 'granted',
    header: t('preview.granted'),
    narrow: true,
    cell: ({ isGranted }) => (isGranted ? t('yes') : <span className="none">{t('no')}</span>),
  },
  {
    key: 'why',
    header: t('access.why'),
    narrow: true,
    cell: ({ outcome, roles }) => [named('scopeWhy', outcome), roles.join(', ')].filter(Boolean).join(' '),
  },
];

const Scopes = ({ of }: { of: Shown['askedScopes'] }) => (
  <List label={t('preview.scopes')} rows={of} columns={columns()} idOf={({ name }) => name} empty={t('scope.none')} />
);
