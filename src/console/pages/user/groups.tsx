import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { List, type Column } from '../../parts/list/list.tsx';
import { Pager } from '../../parts/list/pager.tsx';
import { Toolbar } from '../../parts/list/toolbar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
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

type Membership = NonNullable<ResultOf<typeof GROUPS>['user']>['groups']['edges'][number];

/** The groups of a user. */
export function Groups({ id }: { id: string }) {
  const act = useAct();
  const state = useListState<TypeOf<'GroupOrderField'>>(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const q = state.url['q'];
  const where = q ? { name: { contains: q } } : null;
  const [result] = useQuery({ query: GROUPS, variables: { id, ...state.page, where, orderBy: state.orderBy } });

  const remove = async (group: Membership['node']): Promise<void> => {
    const variables = { id: group.id, userId: id };
    await act(REMOVE, variables, {
      done: t('user.leftGroup', { group: group.name }),
      undo: () => () => act(ADD, variables),
    });
  };
  const columns: Column<Membership, TypeOf<'GroupOrderField'>>[] = [
    {
      key: 'name',
      header: t('group.name'),
      order: 'NAME',
      narrow: true,
      cell: ({ node }) => (
        <LinkTo to="/groups/$id" params={{ id: node.id }} tabIndex={-1}>
          {node.name}
        </LinkTo>
      ),
    },
    { key: 'description', header: t('group.description'), cell: ({ node }) => node.description },
    { key: 'joined', header: t('group.joined'), cell: ({ joinedAt }) => <When time={joinedAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: ({ node }) =>
        node.viewerCan.removeGroupMembers && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('user.leave', { group: node.name })}
            onClick={() => void remove(node)}
          >
            {t('remove')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Toolbar state={state} search={t('group.search')}>
        <Picker
          label={t('user.addToGroup')}
          type="GROUP"
          value={null}
          onPick={(group) => group && void act(ADD, { id: group, userId: id }, { done: t('user.joinedGroup') })}
        />
      </Toolbar>
      <Loaded result={result}>
        {({ user }) =>
          user && (
            <>
              <List
                label={t('tab.groups')}
                rows={user.groups.edges}
                columns={columns}
                idOf={({ node }) => node.id}
                state={state}
                empty={t('user.noGroups')}
              />
              <Pager state={state} info={user.groups.pageInfo} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
