import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink } from '../../parts/node-link.tsx';
import { RevokeButton } from '../../parts/revoke-button.tsx';
import { When } from '../../parts/when.tsx';

const CONSENTS = graphql(`
  query UserConsents($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      id
      consents(
        first: $first
        after: $after
        last: $last
        before: $before
        orderBy: { field: UPDATED_AT, direction: DESC }
      ) {
        edges {
          node {
            id
            clientId
            clientName
            scopes
            updatedAt
            viewerCan {
              revokeConsent
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

type Consent = NonNullable<NonNullable<ResultOf<typeof CONSENTS>['user']>['consents']>['edges'][number]['node'];

const columns = (): Column<Consent>[] => [
  {
    key: 'client',
    header: t('client.one'),
    narrow: true,
    cell: ({ clientId, clientName }) => (
      <ListedLink node={{ __typename: 'Client', id: clientId, name: clientName }} tabIndex={-1} />
    ),
  },
  { key: 'scopes', header: t('client.scopes'), cell: ({ scopes }) => scopes.join(', ').toLowerCase() },
  { key: 'time', header: t('changed'), cell: ({ updatedAt }) => <When time={updatedAt} /> },
  {
    key: 'act',
    header: t('list.actions'),
    narrow: true,
    cell: ({ id, clientName, viewerCan }) =>
      viewerCan.revokeConsent && <RevokeButton id={id} text={t('consent.revokeText', { name: clientName })} />,
  },
];

/** The applications that a user has allowed something, and what. */
export function Applications({ id }: { id: string }) {
  const state = useListState(['UPDATED_AT'], { field: 'UPDATED_AT', direction: 'DESC' });
  const [result] = useQuery({ query: CONSENTS, variables: { id, ...state.page } });
  return (
    <Listing
      label={t('tab.applications')}
      state={state}
      result={result}
      pageOf={({ user }) => user?.consents}
      columns={columns()}
      idOf={(consent) => consent.id}
      empty={t('consent.none')}
    />
  );
}
