import { useRef } from 'react';
import { useClient, useQuery } from 'urql';
import { useAct, type Outcome } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { ADDED, AddUsers } from '../../parts/add-users.tsx';
import { useDialog } from '../../parts/dialog.tsx';
import { sentenceOf } from '../../parts/fault.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { MemberList, memberColumns } from '../../parts/list/member-list.tsx';
import { standingName } from '../../parts/standing.ts';
import { notify } from '../../parts/notices.tsx';
import { lookedFor, USER_ORDERS } from '../users/conditions.ts';

const MEMBERS = graphql(`
  query OrganizationMembers(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: UserWhere
    $orderBy: UserOrder
  ) {
    users(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          name
          email
          isActive
          role
          administration
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
const BEFORE = graphql(`
  query OrganizationsOf($ids: [ID!]!, $first: Int!) {
    users(first: $first, where: { id: { in: $ids } }) {
      edges {
        node {
          id
          organizationId
        }
      }
    }
  }
`);
const MOVE = graphql(`
  mutation MoveUsers($select: UserSelectionInput!, $organizationId: ID) {
    updateUsers(select: $select, input: { organizationId: $organizationId }) {
      results {
        changed
        user {
          id
        }
      }
    }
  }
`);

type Member = ResultOf<typeof MEMBERS>['users']['edges'][number]['node'];
type OrderField = TypeOf<'UserOrderField'>;

const columns = (): Column<Member, OrderField>[] => [
  ...memberColumns(),
  { key: 'role', header: t('user.role'), cell: standingName },
];

const changedIn = ({ updateUsers: { results } }: ResultOf<typeof MOVE>): string[] =>
  results.flatMap(({ changed, user }) => (changed && user ? [user.id] : []));

/** The users of an organization: found among any number, added, and removed, which can be undone. */
export function Members({ id }: { id: string }) {
  const act = useAct();
  const client = useClient();
  const mayMove = useViewer().viewerCan.updateUsers;
  const dialog = useDialog(ADDED);
  const state = useListState<OrderField>(['NAME'], ...USER_ORDERS);
  const { q } = state.url;
  const own = { organizationId: { eq: id } };
  const where = q ? { and: [own, lookedFor(q, state.orderBy)] } : own;
  const variables = { ...state.page, where, orderBy: state.orderBy };
  const [result] = useQuery({ query: MEMBERS, variables });
  /** The organizations of those who were added, by user, so that undo brings them back. */
  const before = useRef(new Map<string, string | null>());

  const add = async (ids: string[]) => {
    const { data: found, error } = await client.query(BEFORE, { ids, first: ids.length }).toPromise();
    if (error) {
      notify(sentenceOf(error), true);
      return undefined;
    }
    for (const { node } of found?.users.edges ?? []) before.current.set(node.id, node.organizationId);
    const { data } = await act(MOVE, { select: { ids }, organizationId: id });
    return data && changedIn(data);
  };
  const bringBack = async (ids: string[]): Promise<Outcome<unknown>> => {
    const from = Map.groupBy(ids, (user) => before.current.get(user) ?? null);
    let outcome: Outcome<unknown> = { data: undefined };
    for (const [organizationId, moved] of from) {
      outcome = await act(MOVE, { select: { ids: moved }, organizationId });
      if (outcome.error) break;
    }
    return outcome;
  };
  const remove = async (ids: string[]): Promise<boolean> => {
    const { data } = await act(
      MOVE,
      { select: { ids }, organizationId: null },
      {
        done: t('group.areRemoved'),
        undo: (done) => {
          const removed = changedIn(done);
          return removed.length > 0 ? () => act(MOVE, { select: { ids: removed }, organizationId: id }) : undefined;
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
        pageOf={({ users }) => users}
        columns={columns()}
        onAdd={mayMove ? dialog.open : undefined}
        remove={mayMove ? remove : undefined}
      />
      <AddUsers title={t('group.add')} help={t('organization.addHelp')} dialog={dialog} add={add} undo={bringBack} />
    </>
  );
}
