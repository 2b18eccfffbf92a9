import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { moment, named, t } from '../../messages/index.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';
import { whereExpiring } from './expiring.ts';
import { ofKind } from './kinds.ts';

const CLIENTS = graphql(`
  query Clients($first: Int, $after: String, $last: Int, $before: String, $where: ClientWhere, $orderBy: ClientOrder) {
    clients(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      totalCount
      atLeast
      edges {
        node {
          id
          name
          type
          scopes
          owner {
            id
            name
          }
          rotatedAt
          previousSecretExpiresAt
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

type Client = ResultOf<typeof CLIENTS>['clients']['edges'][number]['node'];
type OrderField = TypeOf<'ClientOrderField'>;

const columns = (): Column<Client, OrderField>[] => [
  {
    key: 'name',
    header: t('client.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name }) => (
      <>
        <LinkTo to="/applications/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">{id}</div>
      </>
    ),
  },
  { key: 'type', header: t('client.type'), cell: ({ type }) => named('type', type) },
  { key: 'scopes', header: t('client.scopes'), cell: ({ scopes }) => scopes.join(', ').toLowerCase() },
  { key: 'owner', header: t('client.owner'), cell: ({ owner }) => owner?.name ?? '–' },
  {
    key: 'rotated',
    header: t('client.rotated'),
    order: 'ROTATED_AT',
    cell: ({ type, rotatedAt, createdAt, previousSecretExpiresAt: until }) => (
      <>
        <When time={type === 'PUBLIC' ? null : (rotatedAt ?? createdAt)} />
        {until && <div className="second">{t('client.previous', { time: moment(until) })}</div>}
      </>
    ),
  },
  { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
];

function Clients({ machine }: { machine: boolean }) {
  const state = useListState<OrderField>(['NAME', 'CREATED_AT', 'ROTATED_AT'], { field: 'NAME', direction: 'ASC' });
  const { q, secret } = state.url;
  const where: TypeOf<'ClientWhere'> = {
    ...ofKind(machine),
    ...(secret && whereExpiring()),
    ...(q && { name: { contains: q } }),
  };
  const [result] = useQuery({ query: CLIENTS, variables: { ...state.page, where, orderBy: state.orderBy } });
  return (
    <ListPage
      title={machine ? t('nav.services') : t('nav.applications')}
      action={
        useMay('createClient') && (
          <ButtonTo to="/applications/new" search={machine ? { kind: 'machine' } : {}}>
            {t('client.create')}
          </ButtonTo>
        )
      }
      beside={
        <ExportMenu
          kinds={['CLIENTS']}
          shown={{ kind: 'CLIENTS', where: { clients: where }, total: result.data?.clients }}
        />
      }
      search={t('group.search')}
      filters={[
        {
          name: 'secret',
          label: t('client.secret'),
          choices: [{ value: 'expiring', label: t('client.secretExpiring') }],
        },
      ]}
      state={state}
      result={result}
      pageOf={({ clients }) => clients}
      total={result.data?.clients}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('client.none')}
      about={t(machine ? 'client.aboutServices' : 'client.about')}
    />
  );
}

/** The programs that people sign in to. */
export const ApplicationsPage = () => <Clients machine={false} />;

/** The programs that act for themselves. */
export const ServicesPage = () => <Clients machine />;
