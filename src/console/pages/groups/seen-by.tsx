import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useListState } from '../../parts/list/list-state.ts';
import { List, type Column } from '../../parts/list/list.tsx';
import { Pager } from '../../parts/list/pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ListedLink } from '../../parts/node-link.tsx';

const CLIENTS = graphql(`
  query SeenBy($first: Int, $after: String, $last: Int, $before: String) {
    clients(
      first: $first
      after: $after
      last: $last
      before: $before
      where: { scopes: { has: GROUPS } }
      orderBy: { field: NAME }
    ) {
      edges {
        node {
          id
          name
          scopes
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

type Client = ResultOf<typeof CLIENTS>['clients']['edges'][number]['node'];

/** The applications that are told the groups of those who sign in. Each of them sees every group of the user. */
export function SeenBy() {
  const state = useListState<TypeOf<'ClientOrderField'>>(['NAME'], { field: 'NAME', direction: 'ASC' });
  const [result] = useQuery({ query: CLIENTS, variables: state.page });
  const columns: Column<Client, TypeOf<'ClientOrderField'>>[] = [
    {
      key: 'name',
      header: t('client.one'),
      narrow: true,
      cell: ({ id, name }) => <ListedLink node={{ __typename: 'Client', id, name }} />,
    },
    { key: 'scopes', header: t('client.scopes'), narrow: true, cell: ({ scopes }) => scopes.join(', ').toLowerCase() },
  ];
  return (
    <Loaded result={result}>
      {({ clients }) => (
        <>
          <Text c="dimmed" mb="sm">
            {t('group.seenByText')}
          </Text>
          <List
            label={t('groupTab.applications')}
            rows={clients.edges.map(({ node }) => node)}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            empty={t('client.none')}
          />
          <Pager state={state} info={clients.pageInfo} />
        </>
      )}
    </Loaded>
  );
}
