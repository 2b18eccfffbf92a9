import { Button, Group as Row } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { List, type Column } from '../../parts/list/list.tsx';
import { Pager } from '../../parts/list/pager.tsx';
import { Toolbar } from '../../parts/list/toolbar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { When } from '../../parts/when.tsx';
import { AddMembers } from './add-members.tsx';
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
const REMOVE = graphql(`
  mutation RemoveMembers($id: ID!, $userIds: [ID!]!) {
    removeGroupMembers(id: $id, userIds: $userIds) {
      group {
        id
        memberCount
      }
      results {
        outcome
        user {
          id
        }
      }
    }
  }
`);
const PUT_BACK = graphql(`
  mutation PutBackMembers($id: ID!, $userIds: [ID!]!) {
    addGroupMembers(id: $id, userIds: $userIds) {
      group {
        id
        memberCount
      }
      results {
        outcome
        user {
          id
        }
      }
    }
  }
`);

type Member = NonNullable<ResultOf<typeof MEMBERS>['group']>['members']['edges'][number];
type OrderField = TypeOf<'UserOrderField'>;

const columns = (): Column<Member, OrderField>[] => [
  {
    key: 'name',
    header: t('user.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ node: { id, name, email } }) => (
      <>
        <LinkTo to="/users/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">{email}</div>
      </>
    ),
  },
  {
    key: 'state',
    header: t('user.state'),
    cell: ({ node }) => (node.isActive ? t('user.active') : t('user.disabled')),
  },
  { key: 'joined', header: t('group.joined'), cell: ({ joinedAt }) => <When time={joinedAt} /> },
];

/** The members of a group: found among any number, added, and removed, which can be undone. */
export function Members({ group: { id, name, viewerCan } }: { group: Group }) {
  const act = useAct();
  const [adding, { open, close }] = useDisclosure(false);
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const state = useListState<OrderField>(['NAME'], { field: 'NAME', direction: 'ASC' });
  const { q } = state.url;
  const where = q ? { or: [{ name: { contains: q } }, { email: { contains: q } }] } : null;
  const [result] = useQuery({ query: MEMBERS, variables: { id, ...state.page, where, orderBy: state.orderBy } });

  const remove = async (): Promise<void> => {
    const text = t('group.removeText', { name, count: ids.size });
    if (!(await confirm({ title: t('group.remove'), text, action: t('group.remove') }))) return;
    const { data } = await act(
      REMOVE,
      { id, userIds: [...ids] },
      {
        done: t('group.areRemoved'),
        undo: ({ removeGroupMembers: { results } }) => {
          const userIds = results.flatMap(({ outcome, user }) => (outcome === 'REMOVED' && user ? [user.id] : []));
          return viewerCan.addGroupMembers && userIds.length > 0 ? () => act(PUT_BACK, { id, userIds }) : undefined;
        },
      },
    );
    if (data) set(new Set());
  };

  return (
    <>
      <Toolbar state={state} search={t('user.search')}>
        {viewerCan.addGroupMembers && <Button onClick={open}>{t('group.add')}</Button>}
      </Toolbar>
      {ids.size > 0 && (
        <Row className="bulk" gap="xs">
          <Button size="xs" color="red" variant="light" onClick={() => void remove()}>
            {t('group.removeMarked', { count: ids.size })}
          </Button>
        </Row>
      )}
      <Loaded result={result}>
        {({ group }) =>
          group && (
            <>
              <List
                label={t('group.members')}
                rows={group.members.edges}
                columns={columns()}
                idOf={({ node }) => node.id}
                nameOf={({ node }) => node.name}
                state={state}
                selection={viewerCan.removeGroupMembers ? { ids, set } : undefined}
                empty={t('group.noMembers')}
              />
              <Pager state={state} info={group.members.pageInfo} />
            </>
          )
        }
      </Loaded>
      <AddMembers id={id} opened={adding} onClose={close} />
    </>
  );
}
