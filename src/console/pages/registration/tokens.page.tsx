import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { number, t } from '../../messages/index.ts';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { When } from '../../parts/when.tsx';
import { TokenState } from './token-state.tsx';

const TOKENS = graphql(`
  query InitialAccessTokens($first: Int, $after: String, $last: Int, $before: String) {
    initialAccessTokens(first: $first, after: $after, last: $last, before: $before) {
      edges {
        node {
          id
          name
          redirectHosts
          clientsMax
          clientsRegistered
          createdAt
          expiresAt
          revokedAt
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

type Token = ResultOf<typeof TOKENS>['initialAccessTokens']['edges'][number]['node'];

const columns = (): Column<Token>[] => [
  {
    key: 'name',
    header: t('registration.name'),
    narrow: true,
    cell: ({ id, name, redirectHosts }) => (
      <>
        <LinkTo to="/registration/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">{redirectHosts.join(', ')}</div>
      </>
    ),
  },
  { key: 'state', header: t('state'), narrow: true, cell: (token) => <TokenState token={token} /> },
  {
    key: 'clients',
    header: t('registration.clients'),
    cell: ({ clientsMax, clientsRegistered }) => `${number(clientsRegistered)} / ${number(clientsMax)}`,
  },
  { key: 'created', header: t('created'), cell: ({ createdAt }) => <When time={createdAt} /> },
  { key: 'expires', header: t('registration.expires'), cell: ({ expiresAt }) => <When time={expiresAt} /> },
];

/** The tokens with which applications register themselves. */
export function TokensPage() {
  const state = useListState(['CREATED'], { field: 'CREATED', direction: 'DESC' });
  const [result] = useQuery({ query: TOKENS, variables: state.page });
  return (
    <ListPage
      title={t('nav.registration')}
      lead={t('registration.lead')}
      action={
        useMay('createInitialAccessToken') && <ButtonTo to="/registration/new">{t('registration.create')}</ButtonTo>
      }
      state={state}
      result={result}
      pageOf={({ initialAccessTokens }) => initialAccessTokens}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('registration.none')}
      about={t('registration.about')}
    />
  );
}
