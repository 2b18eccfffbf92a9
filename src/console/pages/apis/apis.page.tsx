import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';
import { nameFields } from './api-fields.ts';

const APIS = graphql(`
  query Apis($first: Int, $after: String, $last: Int, $before: String, $where: ApiWhere, $orderBy: ApiOrder) {
    apis(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          name
          identifier
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
  mutation CreateApi($input: CreateApiInput!) {
    createApi(input: $input) {
      api {
        id
      }
    }
  }
`);

type Api = ResultOf<typeof APIS>['apis']['edges'][number]['node'];
type OrderField = TypeOf<'ApiOrderField'>;

const columns = (): Column<Api, OrderField>[] => [
  {
    key: 'name',
    header: t('api.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name, identifier }) => (
      <>
        <LinkTo to="/apis/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">{identifier}</div>
      </>
    ),
  },
  { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
];

/** All APIs of the customer. */
export function ApisPage() {
  const act = useAct();
  const navigate = useNavigate();
  const dialog = useDialog('api');
  const state = useListState<OrderField>(['NAME', 'CREATED_AT'], { field: 'NAME', direction: 'ASC' });
  const { q } = state.url;
  const where = q
    ? { or: [{ name: { contains: q } }, { identifier: { contains: q } }, { description: { contains: q } }] }
    : null;
  const [result] = useQuery({ query: APIS, variables: { ...state.page, where, orderBy: state.orderBy } });
  return (
    <>
      <ListPage
        title={t('nav.apis')}
        action={useMay('createApi') && <Button onClick={dialog.open}>{t('api.create')}</Button>}
        search={t('api.search')}
        state={state}
        result={result}
        pageOf={({ apis }) => apis}
        columns={columns()}
        idOf={({ id }) => id}
        empty={t('api.none')}
        about={t('api.about')}
      />
      <Dialog title={t('api.create')} form="api" state={dialog}>
        <Form
          name="api"
          whole
          fields={nameFields()}
          initial={{ name: '', identifier: '' }}
          action={t('api.create')}
          onCancel={dialog.close}
          onSubmit={async (input) => {
            const variables = { input: { name: '', identifier: '', ...input } as TypeOf<'CreateApiInput'> };
            const outcome = await act(CREATE, variables, { done: t('api.isCreated'), quiet: true });
            const id = outcome.data?.createApi.api.id;
            if (id) await navigate({ to: '/apis/$id', params: { id } });
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
