import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink } from '../../parts/node-link.tsx';
import { When } from '../../parts/when.tsx';

const CLIENTS = graphql(`
  query ApiClients($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    api(id: $id) {
      id
      clients(first: $first, after: $after, last: $last, before: $before, orderBy: { field: NAME }) {
        edges {
          node {
            id
            name
            createdAt
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

type Client = NonNullable<ResultOf<typeof CLIENTS>['api']>['clients']['edges'][number]['node'];

const columns = (): Column<Client>[] => [
  {
    key: 'name',
    header: t('client.one'),
    narrow: true,
    cell: ({ id, name }) => <ListedLink node={{ __typename: 'Client', id, name }} tabIndex={-1} />,
  },
  { key: 'created', header: t('created'), cell: ({ createdAt }) => <When time={createdAt} /> },
];

/** The applications and service accounts that have scopes of an API. */
export function ApiClients({ id }: { id: string }) {
  const state = useListState(['NAME'], { field: 'NAME', direction: 'ASC' });
  const [result] = useQuery({ query: CLIENTS, variables: { id, ...state.page } });
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t('api.clientsText')}
      </Text>
      <Listing
        label={t('apiTab.applications')}
        state={state}
        result={result}
        pageOf={({ api }) => api?.clients}
        columns={columns()}
        idOf={(client) => client.id}
        empty={t('client.none')}
      />
    </>
  );
}
