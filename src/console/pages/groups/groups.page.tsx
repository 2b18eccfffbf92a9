import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { number, t } from '../../messages/index.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';
import { groupFields } from './group-fields.ts';

const GROUPS = graphql(`
  query Groups($first: Int, $after: String, $last: Int, $before: String, $where: GroupWhere, $orderBy: GroupOrder) {
    groups(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          name
          description
          memberCount
          createdAt
          organization {
            id
            name
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
`);
const TOTAL = graphql(`
  query GroupsTotal($where: GroupWhere) {
    groups(first: 1, where: $where) {
      totalCount
      atLeast
    }
  }
`);
const CREATE = graphql(`
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input) {
      group {
        id
      }
    }
  }
`);

type Group = ResultOf<typeof GROUPS>['groups']['edges'][number]['node'];
type OrderField = TypeOf<'GroupOrderField'>;

const columns = (): Column<Group, OrderField>[] => [
  {
    key: 'name',
    header: t('group.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name, description }) => (
      <>
        <LinkTo to="/groups/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        {description && <div className="second">{description}</div>}
      </>
    ),
  },
  {
    key: 'members',
    header: t('group.members'),
    narrow: true,
    cell: ({ memberCount }) => <span className="amount">{number(memberCount)}</span>,
  },
  { key: 'organization', header: t('user.organization'), cell: ({ organization }) => organization?.name ?? '–' },
  { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
];

/** All groups. */
export function GroupsPage() {
  const act = useAct();
  const navigate = useNavigate();
  const dialog = useDialog('group');
  const state = useListState<OrderField>(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const { q, organization } = state.url;
  const and: TypeOf<'GroupWhere'>[] = [
    ...(q ? [{ or: [{ name: { contains: q } }, { description: { contains: q } }] }] : []),
    ...(organization ? [{ organizationId: { eq: organization } }] : []),
  ];
  const where = and.length > 0 ? { and } : null;
  const [result] = useQuery({ query: GROUPS, variables: { ...state.page, where, orderBy: state.orderBy } });
  const [{ data: counted }] = useQuery({ query: TOTAL, variables: { where } });
  return (
    <>
      <ListPage
        title={t('nav.groups')}
        action={useMay('createGroup') && <Button onClick={dialog.open}>{t('group.create')}</Button>}
        beside={
          <ExportMenu
            kinds={['GROUPS', 'MEMBERSHIPS']}
            shown={where && { kind: 'GROUPS', where: { groups: where }, total: counted?.groups }}
          />
        }
        search={t('group.search')}
        narrowing={['organization']}
        state={state}
        result={result}
        pageOf={({ groups }) => groups}
        total={counted?.groups}
        columns={columns()}
        idOf={({ id }) => id}
        empty={t('group.none')}
        about={t('group.about')}
      />
      <Dialog title={t('group.create')} form="group" state={dialog}>
        <Form
          name="group"
          whole
          fields={groupFields()}
          initial={{ name: '' }}
          action={t('group.create')}
          onCancel={dialog.close}
          onSubmit={async (input) => {
            const variables = { input: input as TypeOf<'CreateGroupInput'> };
            const outcome = await act(CREATE, variables, { done: t('group.isCreated'), quiet: true });
            const id = outcome.data?.createGroup.group.id;
            if (id) await navigate({ to: '/groups/$id', params: { id } });
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
