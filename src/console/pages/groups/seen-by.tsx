import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink } from '../../parts/node-link.tsx';

const CLIENTS = graphql(`
  query SeenBy($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    group(id: $id) {
      id
      clients(first: $first, after: $after, last: $last, before: $before, orderBy: { field: NAME }) {
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
  }
`);

type Client = NonNullable<ResultOf<typeof CLIENTS>['group']>['clients']['edges'][number]['node'];

/** The applications that see the group when a member signs in: in userinfo, and with the scope `groups` in ID tokens. */
export function SeenBy({ groupId }: { groupId: string }) {
  const state = useListState<TypeOf<'ClientOrderField'>>(['NAME'], { field: 'NAME', direction: 'ASC' });
  const [result] = useQuery({ query: CLIENTS, variables: { id: groupId, ...state.page } });
  const columns: Column<Client, TypeOf<'ClientOrderField'>>[] = [
    {
      key: 'name',
      header: t('client.one'),
      narrow: true,
      cell: ({ id, name }) => <ListedLink node={{ __typename: 'Client', id, name }} tabIndex={-1} />,
    },
    {
      key: 'where',
      header: t('group.seenIn'),
      narrow: true,
      cell: ({ scopes }) => t(scopes.includes('GROUPS') ? 'group.seenInBoth' : 'group.seenInUserinfo'),
    },
  ];
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t('group.seenByText')}
      </Text>
      <Listing
        label={t('groupTab.applications')}
        state={state}
        result={result}
        pageOf={({ group }) => group?.clients}
        columns={columns}
        idOf={({ id }) => id}
        empty={t('client.none')}
      />
    </>
  );
}
