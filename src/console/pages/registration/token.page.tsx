import { Button, Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { duration, named, number, t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import type { Column } from '../../parts/list/list.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { useObjectId } from '../../parts/object-id.ts';
import { ObjectPage } from '../../parts/object-page.tsx';
import { When } from '../../parts/when.tsx';
import { TokenState } from './token-state.tsx';

const TOKEN = graphql(`
  query InitialAccessToken($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    initialAccessToken(id: $id) {
      id
      name
      redirectHosts
      grantTypes
      scopes
      tokenEndpointAuthMethods
      requireNonce
      resources
      authorizationDetailsTypes
      clientsMax
      clientsRegistered
      clientLifetime
      statementIssuer
      createdAt
      expiresAt
      revokedAt
      clients(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            id
            name
            redirectUris
            createdAt
            expiresAt
          }
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
      viewerCan {
        readAuditEvents
        revokeInitialAccessToken
      }
    }
  }
`);
const REVOKE = graphql(`
  mutation RevokeInitialAccessToken($id: ID!, $withRegistrations: Boolean!) {
    revokeInitialAccessToken(id: $id, withRegistrations: $withRegistrations) {
      initialAccessToken {
        id
        revokedAt
      }
    }
  }
`);

type Token = NonNullable<ResultOf<typeof TOKEN>['initialAccessToken']>;
type Registered = Token['clients']['edges'][number]['node'];

const columns = (): Column<Registered>[] => [
  {
    key: 'name',
    header: t('client.name'),
    narrow: true,
    cell: ({ id, name, redirectUris }) => (
      <>
        <LinkTo to="/applications/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        <div className="second">{redirectUris[0] ?? id}</div>
      </>
    ),
  },
  { key: 'created', header: t('created'), cell: ({ createdAt }) => <When time={createdAt} /> },
  { key: 'expires', header: t('registration.expires'), cell: ({ expiresAt }) => <When time={expiresAt} /> },
];

/** One token with which applications register themselves: the applications, what it allows, and its end. */
export function TokenPage() {
  const id = useObjectId();
  const state = useListState(['CREATED'], { field: 'CREATED', direction: 'DESC' });
  const [result] = useQuery({ query: TOKEN, variables: { id, ...state.page } });
  return (
    <Loaded result={result}>
      {({ initialAccessToken: token }) =>
        token ? (
          <Shown token={token}>
            <Listing
              label={t('registrationTab.clients')}
              state={state}
              result={result}
              pageOf={({ initialAccessToken: found }) => found?.clients}
              columns={columns()}
              idOf={(client) => client.id}
              empty={t('registration.noClients')}
            />
          </Shown>
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}

function Shown({ token, children }: { token: Token; children: ReactNode }) {
  const { id, name, clientsMax, clientsRegistered, revokedAt, viewerCan } = token;
  const act = useAct();
  const revoke = async (withRegistrations: boolean): Promise<void> => {
    const text = t(withRegistrations ? 'registration.revokeAllText' : 'registration.revokeText', { name });
    const title = t(withRegistrations ? 'registration.revokeAll' : 'registration.revoke');
    if (await confirm({ title, text, action: title }))
      await act(REVOKE, { id, withRegistrations }, { done: t('registration.isRevoked') });
  };
  return (
    <ObjectPage
      above={<LinkTo to="/registration">{t('nav.registration')}</LinkTo>}
      icon="registration"
      name={name}
      id={id}
      state={
        <>
          <TokenState token={token} />
          <span>{`${number(clientsRegistered)} / ${number(clientsMax)}`}</span>
        </>
      }
      actions={
        <>
          {viewerCan.revokeInitialAccessToken && !revokedAt && (
            <Button color="red" variant="light" onClick={() => void revoke(false)}>
              {t('registration.revoke')}
            </Button>
          )}
          {viewerCan.revokeInitialAccessToken && clientsRegistered > 0 && (
            <Button color="red" variant="light" onClick={() => void revoke(true)}>
              {t('registration.revokeAll')}
            </Button>
          )}
        </>
      }
      tabs={[
        { name: 'clients', label: t('registrationTab.clients'), body: () => children },
        { name: 'settings', label: t('registrationTab.settings'), body: () => <Allowed token={token} /> },
      ]}
      history={viewerCan.readAuditEvents}
    />
  );
}

function Allowed({ token }: { token: Token }) {
  const lines = (texts: readonly string[]) => texts.join(', ') || '–';
  const { clientLifetime } = token;
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {t('registration.allows')}
      </Title>
      <Facts
        facts={[
          [t('registration.hosts'), lines(token.redirectHosts)],
          [t('client.scopes'), lines(token.scopes).toLowerCase()],
          [t('client.grantTypes'), lines(token.grantTypes.map((each) => named('grant', each)))],
          [t('client.method'), lines(token.tokenEndpointAuthMethods.map((each) => named('method', each)))],
          [t('client.requireNonce'), token.requireNonce ? t('yes') : t('no')],
          [t('client.resources'), lines(token.resources)],
          [t('client.detailsTypes'), lines(token.authorizationDetailsTypes)],
          [
            t('registration.clientLifetime'),
            clientLifetime === null ? t('registration.unlimited') : duration(clientLifetime),
          ],
          [t('registration.issuer'), token.statementIssuer ?? '–'],
          [t('created'), <When key="created" time={token.createdAt} />],
          [t('registration.expires'), <When key="expires" time={token.expiresAt} />],
        ]}
      />
    </Card>
  );
}
