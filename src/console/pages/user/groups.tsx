import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { Picker } from '../../parts/picker.tsx';
import { When } from '../../parts/when.tsx';

const GROUPS = graphql(`
  query UserGroups(
    $id: ID!
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: GroupWhere
    $orderBy: GroupOrder
  ) {
    user(id: $id) {
      id
      groups(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
        edges {
          joinedAt
          node {
            id
            name
            description
            viewerCan {
              removeGroupMembers
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
const ADD = graphql(`
  mutation AddToGroup($id: ID!, $userId: ID!) {
    addGroupMembers(id: $id, userIds: [$userId]) {
      group {
        id
        memberCount
      }
      results {
        changed
        user {
          id
        }
      }
    }
  }
`);
const REMOVE = graphql(`
  mutation RemoveFromGroup($id: ID!, $userId: ID!) {
    removeGroupMembers(id: $id, userIds: [$userId]) {
      group {
        id
        memberCount
      }
      results {
        changed
        user {
          id
        }
      }
    }
  }
`);

type Joined = ReturnType<typeof withJoined>['edges'][number]['node'];

/** The groups with the time at which the user joined. */
const withJoined = ({ edges, pageInfo }: NonNullable<ResultOf<typeof GROUPS>['user']>['groups']) => ({
  edges: edges.map(({ node, joinedAt }) => ({ node: { ...node, joinedAt } })),
  pageInfo,
});

/** The groups of a user. */
export function Groups({ id }: { id: string }) {
  const mayAdd = useMay('addUsersToGroups');
  const act = useAct();
  const state = useListState<TypeOf<'GroupOrderField'>>(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const q = state.url['q'];
  const where = q ? { name: { contains: q } } : null;
  const [result] = useQuery({ query: GROUPS, variables: { id, ...state.page, where, orderBy: state.orderBy } });

  const remove = async (group: Joined): Promise<void> => {
    const variables = { id: group.id, userId: id };
    await act(REMOVE, variables, {
      done: t('user.leftGroup', { group: group.name }),
      undo: () => () => act(ADD, variables),
    });
  };
  const columns: Column<Joined, TypeOf<'GroupOrderField'>>[] = [
    {
      key: 'name',
      header: t('group.name'),
      order: 'NAME',
      narrow: true,
      cell: (group) => (
        <LinkTo to="/groups/$id" params={{ id: group.id }} tabIndex={-1}>
          {group.name}
        </LinkTo>
      ),
    },
    { key: 'description', header: t('group.description'), cell: ({ description }) => description },
    { key: 'joined', header: t('group.joined'), cell: ({ joinedAt }) => <When time={joinedAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: (group) =>
        group.viewerCan.removeGroupMembers && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('user.leave', { group: group.name })}
            onClick={() => void remove(group)}
          >
            {t('remove')}
          </Button>
        ),
    },
  ];
  return (
    <Listing
      label={t('tab.groups')}
      search={t('group.search')}
      tools={
        mayAdd && (
          <Picker
            label={t('user.addToGroup')}
            type="GROUP"
            value={null}
            onPick={(group) => group && void act(ADD, { id: group, userId: id }, { done: t('user.joinedGroup') })}
          />
        )
      }
      state={state}
      result={result}
      pageOf={({ user }) => user && withJoined(user.groups)}
      columns={columns}
      idOf={(group) => group.id}
      empty={t('user.noGroups')}
    />
  );
}
