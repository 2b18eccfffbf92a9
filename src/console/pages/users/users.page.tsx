import { Badge } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { Address } from '../../parts/address.tsx';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { LinkTo, ButtonTo } from '../../parts/link.tsx';
import { chosenColumns, ColumnsMenu } from '../../parts/list/columns-menu.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { filterBy, type Filter } from '../../parts/list/toolbar.tsx';
import { STANDINGS, standingName } from '../../parts/standing.ts';
import { When } from '../../parts/when.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { conditionsOf, USER_ORDERS } from './conditions.ts';

const USERS = graphql(`
  query Users($first: Int, $after: String, $last: Int, $before: String, $where: UserWhere, $orderBy: UserOrder) {
    users(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          name
          email
          emailVerified
          username
          role
          administration
          isActive
          mfaEnabled
          lastLoginAt
          createdAt
          organization {
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
  query UsersTotal($where: UserWhere) {
    users(first: 1, where: $where) {
      totalCount
      atLeast
    }
  }
`);

type User = ResultOf<typeof USERS>['users']['edges'][number]['node'];
type OrderField = TypeOf<'UserOrderField'>;

const columns = (): Column<User, OrderField>[] => [
  {
    key: 'name',
    header: t('user.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name, email, isActive }) => (
      <>
        <LinkTo to="/users/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        {!isActive && (
          <Badge ml="xs" color="gray" variant="light">
            {t('user.disabled')}
          </Badge>
        )}
        <div className="second narrow">
          <Address of={email} />
        </div>
      </>
    ),
  },
  { key: 'email', header: t('user.email'), order: 'EMAIL', cell: ({ email }) => <Address of={email} /> },
  { key: 'username', header: t('user.username'), cell: ({ username }) => username ?? '–' },
  { key: 'role', header: t('user.role'), cell: standingName },
  { key: 'organization', header: t('user.organization'), cell: ({ organization }) => organization?.name ?? '–' },
  {
    key: 'factor',
    header: t('user.factor'),
    cell: ({ mfaEnabled }) => (mfaEnabled === null ? '–' : mfaEnabled ? t('yes') : t('no')),
  },
  { key: 'verified', header: t('user.verified'), cell: ({ emailVerified }) => (emailVerified ? t('yes') : t('no')) },
  {
    key: 'login',
    header: t('user.lastLogin'),
    order: 'LAST_LOGIN_AT',
    cell: ({ lastLoginAt }) => <When time={lastLoginAt} />,
  },
  { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
];
const USUAL = ['email', 'role', 'factor', 'login', 'created'];

const filters = (): Filter[] => [
  {
    name: 'active',
    label: t('user.state'),
    choices: [
      { value: 'yes', label: t('user.active') },
      { value: 'no', label: t('user.disabled') },
    ],
  },
  filterBy('role', t('user.role'), 'role', STANDINGS.toReversed()),
  {
    name: 'factor',
    label: t('user.factor'),
    choices: [
      { value: 'yes', label: t('user.withFactor') },
      { value: 'no', label: t('user.withoutFactor') },
    ],
  },
  {
    name: 'verified',
    label: t('user.verified'),
    choices: [
      { value: 'yes', label: t('user.isVerified') },
      { value: 'no', label: t('user.isNotVerified') },
    ],
  },
  {
    name: 'login',
    label: t('user.lastLogin'),
    choices: [
      { value: 'never', label: t('user.never') },
      { value: '30', label: t('user.notFor30') },
      { value: '365', label: t('user.notForYear') },
    ],
  },
];

/** All users: found, filtered, ordered, and changed many at once. */
export function UsersPage() {
  const state = useListState<OrderField>(['NAME', 'EMAIL', 'LAST_LOGIN_AT', 'CREATED_AT'], ...USER_ORDERS);
  const where = conditionsOf(state);
  const [result] = useQuery({ query: USERS, variables: { ...state.page, where, orderBy: state.orderBy } });
  const [{ data: counted }] = useQuery({ query: TOTAL, variables: { where } });
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const mayChange = useMay('updateUsers');
  const mayCreate = useMay('createUser');
  const mayImport = useMay('createUserImport');
  const all = columns();
  return (
    <ListPage
      title={t('nav.users')}
      action={mayCreate && <ButtonTo to="/users/new">{t('user.create')}</ButtonTo>}
      beside={
        <>
          <ExportMenu
            kinds={['USERS', 'MEMBERSHIPS']}
            shown={where && { kind: 'USERS', where: { users: where }, total: counted?.users }}
          />
          {mayImport && (
            <ButtonTo variant="default" to="/imports">
              {t('nav.imports')}
            </ButtonTo>
          )}
        </>
      }
      search={t('user.search')}
      filters={filters()}
      narrowing={['organization', 'group']}
      tools={<ColumnsMenu all={all} usual={USUAL} state={state} />}
      bulk={
        mayChange &&
        ids.size > 0 && <BulkBar ids={ids} where={where} total={counted?.users} onDone={() => set(new Set())} />
      }
      state={state}
      result={result}
      pageOf={({ users }) => users}
      total={counted?.users}
      columns={chosenColumns(all, USUAL, state)}
      idOf={({ id }) => id}
      selection={mayChange ? { ids, set, nameOf: ({ name }) => name } : undefined}
      empty={t('user.none')}
      about={t('user.about')}
    />
  );
}
