import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { textOf } from '../../parts/fields.tsx';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';

const ORGANIZATIONS = graphql(`
  query Organizations(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: OrganizationWhere
    $orderBy: OrganizationOrder
  ) {
    organizations(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      totalCount
      atLeast
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
`);
const CREATE = graphql(`
  mutation CreateOrganization($name: String!) {
    createOrganization(input: { name: $name }) {
      organization {
        id
      }
    }
  }
`);

type Organization = ResultOf<typeof ORGANIZATIONS>['organizations']['edges'][number]['node'];
type OrderField = TypeOf<'OrganizationOrderField'>;

const columns = (): Column<Organization, OrderField>[] => [
  {
    key: 'name',
    header: t('group.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name }) => (
      <LinkTo to="/organizations/$id" params={{ id }} tabIndex={-1}>
        {name}
      </LinkTo>
    ),
  },
  {
    key: 'created',
    header: t('created'),
    order: 'CREATED_AT',
    narrow: true,
    cell: ({ createdAt }) => <When time={createdAt} />,
  },
];

/** All organizations. */
export function OrganizationsPage() {
  const act = useAct();
  const dialog = useDialog('organization');
  const state = useListState<OrderField>(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const { q } = state.url;
  const where = q ? { name: { contains: q } } : null;
  const [result] = useQuery({ query: ORGANIZATIONS, variables: { ...state.page, where, orderBy: state.orderBy } });
  return (
    <>
      <ListPage
        title={t('nav.organizations')}
        action={useMay('createOrganization') && <Button onClick={dialog.open}>{t('organization.create')}</Button>}
        search={t('organization.search')}
        state={state}
        result={result}
        pageOf={({ organizations }) => organizations}
        total={result.data?.organizations}
        columns={columns()}
        idOf={({ id }) => id}
        empty={t('organization.none')}
        about={t('organization.about')}
      />
      <Dialog title={t('organization.create')} form="organization" state={dialog}>
        <Form
          name="organization"
          whole
          fields={[{ name: 'name', label: t('group.name'), kind: 'text', required: true }]}
          initial={{ name: '' }}
          action={t('organization.create')}
          onCancel={dialog.close}
          onSubmit={async ({ name }) => {
            const variables = { name: textOf(name) };
            const outcome = await act(CREATE, variables, { done: t('organization.isCreated'), quiet: true });
            if (outcome.data) dialog.close();
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
