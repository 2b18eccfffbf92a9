import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { filterBy } from '../../parts/list/toolbar.tsx';
import { ListedLink } from '../../parts/node-link.tsx';
import { MessageState } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';

const DELIVERIES = graphql(`
  query Deliveries(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: LogoutDeliveryWhere
    $orderBy: LogoutDeliveryOrder
  ) {
    logoutDeliveries(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          state
          attempts
          lastError
          createdAt
          nextAttemptAt
          client {
            id
            name
          }
          user {
            id
            name
          }
          viewerCan {
            retryLogoutDelivery
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
const RETRY = graphql(`
  mutation RetryDelivery($id: ID!) {
    retryLogoutDelivery(id: $id) {
      logoutDelivery {
        id
      }
    }
  }
`);

type Delivery = ResultOf<typeof DELIVERIES>['logoutDeliveries']['edges'][number]['node'];
type OrderField = TypeOf<'LogoutDeliveryOrderField'>;

const STATES: TypeOf<'LogoutDeliveryState'>[] = ['PENDING', 'DELIVERED', 'DEAD'];

/** The logouts that applications are told about. */
export function DeliveriesPage() {
  const act = useAct();
  const state = useListState<OrderField>(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const chosen = STATES.find((each) => each === state.url['state']);
  const where = chosen ? { state: { eq: chosen } } : null;
  const [result] = useQuery({ query: DELIVERIES, variables: { ...state.page, where, orderBy: state.orderBy } });
  const columns: Column<Delivery, OrderField>[] = [
    {
      key: 'client',
      header: t('client.one'),
      narrow: true,
      cell: ({ client }) => (client ? <ListedLink node={{ __typename: 'Client', ...client }} tabIndex={-1} /> : '–'),
    },
    {
      key: 'user',
      header: t('user.name'),
      cell: ({ user }) => (user ? <ListedLink node={{ __typename: 'User', ...user }} /> : '–'),
    },
    {
      key: 'state',
      header: t('state'),
      narrow: true,
      cell: (message) => <MessageState {...message} />,
    },
    { key: 'attempts', header: t('attempts'), cell: ({ attempts }) => attempts },
    { key: 'created', header: t('created'), order: 'CREATED_AT', cell: ({ createdAt }) => <When time={createdAt} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: ({ id, state: one, viewerCan }) =>
        one === 'DEAD' &&
        viewerCan.retryLogoutDelivery && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void act(RETRY, { id }, { done: t('delivery.isRetried') })}
          >
            {t('delivery.retry')}
          </Button>
        ),
    },
  ];
  return (
    <ListPage
      title={t('nav.deliveries')}
      filters={[filterBy('state', t('state'), 'state', STATES)]}
      state={state}
      result={result}
      pageOf={({ logoutDeliveries }) => logoutDeliveries}
      columns={columns}
      idOf={({ id }) => id}
      empty={t('delivery.none')}
      about={t('delivery.about')}
    />
  );
}
