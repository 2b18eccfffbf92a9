import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Address } from '../../parts/address.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { RevokeButton } from '../../parts/revoke-button.tsx';
import { When } from '../../parts/when.tsx';

const CONSENTS = graphql(`
  query ClientConsents($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    client(id: $id) {
      id
      consents(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            id
            scopes
            updatedAt
            user {
              id
              name
              email
            }
            viewerCan {
              revokeConsent
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

type Consent = NonNullable<NonNullable<ResultOf<typeof CONSENTS>['client']>['consents']>['edges'][number]['node'];

const columns = (): Column<Consent>[] => [
  {
    key: 'user',
    header: t('user.name'),
    narrow: true,
    cell: ({ user }) =>
      user ? (
        <>
          <LinkTo to="/users/$id" params={{ id: user.id }} tabIndex={-1}>
            {user.name}
          </LinkTo>
          <div className="second">
            <Address of={user.email} />
          </div>
        </>
      ) : (
        '–'
      ),
  },
  { key: 'scopes', header: t('client.scopes'), cell: ({ scopes }) => scopes.join(', ').toLowerCase() },
  { key: 'time', header: t('changed'), cell: ({ updatedAt }) => <When time={updatedAt} /> },
  {
    key: 'act',
    header: t('list.actions'),
    narrow: true,
    cell: ({ id, user, viewerCan }) =>
      viewerCan.revokeConsent && <RevokeButton id={id} text={t('consent.revokeOfText', { name: user?.name ?? '–' })} />,
  },
];

/** Who has allowed an application what. */
export function Consents({ clientId }: { clientId: string }) {
  const state = useListState(['UPDATED_AT'], { field: 'UPDATED_AT', direction: 'DESC' });
  const [result] = useQuery({ query: CONSENTS, variables: { id: clientId, ...state.page } });
  return (
    <Listing
      label={t('clientTab.consents')}
      state={state}
      result={result}
      pageOf={({ client }) => client?.consents}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('consent.nobody')}
    />
  );
}
