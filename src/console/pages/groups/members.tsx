import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { ADDED, AddUsers } from '../../parts/add-users.tsx';
import { useDialog } from '../../parts/dialog.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { MemberList, memberColumns } from '../../parts/list/member-list.tsx';
import { When } from '../../parts/when.tsx';
import { lookedFor, USER_ORDERS } from '../users/conditions.ts';
import type { Group } from './group.page.tsx';

const MEMBERS = graphql(`
  query Members(
    $id: ID!
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: UserWhere
    $orderBy: UserOrder
  ) {
    group(id: $id) {
      id
      members(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
        edges {
          joinedAt
          node {
            id
            name
            email
            isActive
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
  mutation AddMembers($id: ID!, $userIds: [ID!]!) {
    addGroupMembers(id: $id, userIds: $userIds) {
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
  mutation RemoveMembers($id: ID!, $userIds: [ID!]!) {
    removeGroupMembers(id: $id, userIds: $userIds) {
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

type Member = ReturnType<typeof withJoined>['edges'][number]['node'];
type OrderField = TypeOf<'UserOrderField'>;

/** The members with the time at which they joined. */
const withJoined = ({ edges, pageInfo }: NonNullable<ResultOf<typeof MEMBERS>['group']>['members']) => ({
  edges: edges.map(({ node, joinedAt }) => ({ node: { ...node, joinedAt } })),
  pageInfo,
});

const columns = (): Column<Member, OrderField>[] => [
  ...memberColumns(),
  { key: 'joined', header: t('group.joined'), cell: ({ joinedAt }) => <When time={joinedAt} /> },
];

/** The members of a group: found among any number, added, and removed, which can be undone. */
export function Members({ group: { id, viewerCan } }: { group: Group }) {
  const act = useAct();
  const dialog = useDialog(ADDED);
  const state = useListState<OrderField>(['NAME'], ...USER_ORDERS);
  const { q } = state.url;
  const where = q ? lookedFor(q, state.orderBy) : null;
  const [result] = useQuery({ query: MEMBERS, variables: { id, ...state.page, where, orderBy: state.orderBy } });

  const add = async (userIds: string[]) => {
    const { data } = await act(ADD, { id, userIds });
    return data && changedIn(data.addGroupMembers.results);
  };
  const remove = async (userIds: string[]): Promise<boolean> => {
    const { data } = await act(
      REMOVE,
      { id, userIds },
      {
        done: t('group.areRemoved'),
        undo: ({ removeGroupMembers: { results } }) => {
          const removed = changedIn(results);
          return viewerCan.addGroupMembers && removed.length > 0 ? () => act(ADD, { id, userIds: removed }) : undefined;
        },
      },
    );
    return data !== undefined;
  };

  return (
    <>
      <MemberList
        state={state}
        result={result}
        pageOf={({ group }) => group && withJoined(group.members)}
        columns={columns()}
        onAdd={viewerCan.addGroupMembers ? dialog.open : undefined}
        remove={viewerCan.removeGroupMembers ? remove : undefined}
      />
      <AddUsers
        title={t('group.add')}
        dialog={dialog}
        add={add}
        undo={viewerCan.removeGroupMembers ? (userIds) => act(REMOVE, { id, userIds }) : undefined}
      />
    </>
  );
}

type MembershipResult = ResultOf<typeof ADD>['addGroupMembers']['results'][number];

/** Whom a change has added or removed. */
const changedIn = (results: readonly MembershipResult[]): string[] =>
  results.flatMap(({ changed, user }) => (changed && user ? [user.id] : []));
