import { Badge, Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';

const SESSIONS = graphql(`
  query UserSessions($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      id
      sessions(
        first: $first
        after: $after
        last: $last
        before: $before
        orderBy: { field: LAST_ACCESSED_AT, direction: DESC }
      ) {
        edges {
          node {
            id
            deviceName
            location
            ipAddress
            createdAt
            lastAccessedAt
            expiresAt
            isCurrent
            viewerCan {
              revokeSession
            }
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);
const END = graphql(`
  mutation EndSession($id: ID!) {
    revokeSession(id: $id) {
      session {
        id
      }
    }
  }
`);
type Session = NonNullable<NonNullable<ResultOf<typeof SESSIONS>['user']>['sessions']>['edges'][number]['node'];

/** Where a user is signed in. */
export function Sessions({ id }: { id: string }) {
  const act = useAct();
  const state = useListState(['LAST_ACCESSED_AT'], { field: 'LAST_ACCESSED_AT', direction: 'DESC' });
  const [result] = useQuery({ query: SESSIONS, variables: { id, ...state.page } });

  const end = async ({ id: session, deviceName: device }: Session): Promise<void> => {
    const question = { title: t('session.end'), text: t('session.endText', { device }), action: t('session.end') };
    if (await confirm(question)) await act(END, { id: session }, { done: t('session.isEnded') });
  };
  const columns: Column<Session>[] = [
    {
      key: 'device',
      header: t('session.device'),
      narrow: true,
      cell: ({ deviceName, isCurrent }) => (
        <>
          {deviceName} {isCurrent && <Badge variant="light">{t('session.current')}</Badge>}
        </>
      ),
    },
    {
      key: 'place',
      header: t('session.place'),
      // The schema says “Unknown” for a place that is not known. The address says more.
      cell: ({ location, ipAddress }) => (location === 'Unknown' ? ipAddress : `${location} · ${ipAddress}`),
    },
    { key: 'began', header: t('session.began'), cell: ({ createdAt }) => <When time={createdAt} /> },
    { key: 'used', header: t('session.used'), cell: ({ lastAccessedAt }) => <When time={lastAccessedAt} /> },
    { key: 'expires', header: t('expires'), cell: ({ expiresAt }) => <When time={expiresAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (session) =>
        session.viewerCan.revokeSession && (
          <Button size="xs" variant="default" onClick={() => void end(session)}>
            {t('session.end')}
          </Button>
        ),
    },
  ];
  return (
    <Listing
      label={t('tab.sessions')}
      state={state}
      result={result}
      pageOf={({ user }) => user?.sessions}
      columns={columns}
      idOf={(session) => session.id}
      empty={t('session.none')}
    />
  );
}
