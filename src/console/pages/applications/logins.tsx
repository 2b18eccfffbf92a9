import { Badge } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink } from '../../parts/node-link.tsx';
import { When } from '../../parts/when.tsx';

const LOGINS = graphql(`
  query Logins($first: Int, $after: String, $last: Int, $before: String, $where: AuditEventWhere) {
    auditEvents(first: $first, after: $after, last: $last, before: $before, where: $where) {
      edges {
        node {
          id
          action
          occurredAt
          subject {
            __typename
            id
            ... on User {
              name
            }
          }
          ipAddress
          details
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
`);

type Login = ResultOf<typeof LOGINS>['auditEvents']['edges'][number]['node'];

const nameOf = ({ subject }: Login): string => (subject?.__typename === 'User' ? subject.name : t('login.unknown'));

/** The methods of RFC 8176 by name. `mfa` says only that there is more than one. */
const methodsIn = (amr: readonly string[]): string =>
  amr
    .filter((method) => method !== 'mfa')
    .map((method) => named('loginWith', method))
    .join(', ');

const columns = (): Column<Login>[] => [
  {
    key: 'user',
    header: t('user.name'),
    narrow: true,
    cell: (login) =>
      login.subject?.__typename === 'User' ? (
        <ListedLink node={login.subject} tabIndex={-1} />
      ) : (
        <span>{nameOf(login)}</span>
      ),
  },
  { key: 'time', header: t('event.time'), narrow: true, cell: ({ occurredAt }) => <When time={occurredAt} /> },
  {
    key: 'outcome',
    header: t('login.outcome'),
    narrow: true,
    cell: ({ action }) =>
      action === 'login.failed' ? (
        <Badge color="red" variant="light">
          {t('login.failed')}
        </Badge>
      ) : (
        <Badge color="teal" variant="light">
          {t('login.succeeded')}
        </Badge>
      ),
  },
  {
    key: 'how',
    header: t('login.how'),
    cell: ({ action, details: { amr } }) =>
      action === 'login.continued' ? t('login.continued') : Array.isArray(amr) ? methodsIn(amr as string[]) : '–',
  },
  { key: 'address', header: t('event.address'), cell: ({ ipAddress }) => ipAddress || '–' },
];

/** Who signed in at an application, and who failed to. With single sign-on, the first time in a session counts. */
export function Logins({ clientId }: { clientId: string }) {
  const state = useListState(['TIME'], { field: 'TIME', direction: 'DESC' });
  const where = { clientId: { eq: clientId }, action: { startsWith: 'login.' } };
  const [result] = useQuery({ query: LOGINS, variables: { ...state.page, where } });
  return (
    <Listing
      label={t('clientTab.logins')}
      state={state}
      result={result}
      pageOf={({ auditEvents }) => auditEvents}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('login.none')}
    />
  );
}
