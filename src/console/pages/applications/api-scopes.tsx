import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ScopeList } from '../../parts/scope-list.tsx';
import type { Client } from './client.page.tsx';

const SCOPES = graphql(`
  query ClientApiScopes($id: ID!) {
    client(id: $id) {
      id
      apiScopes(first: 1000) {
        edges {
          node {
            id
            name
            api {
              id
              name
            }
          }
        }
      }
    }
  }
`);
const GIVE = graphql(`
  mutation GiveApiScopes($id: ID!, $apiScopeIds: [ID!]!, $expectedVersion: Int) {
    updateClient(id: $id, input: { apiScopeIds: $apiScopeIds }, expectedVersion: $expectedVersion) {
      client {
        id
        version
      }
    }
  }
`);

/** The scopes of APIs that an application has: picked and removed. */
export function ApiScopes({ client: { id, version, viewerCan } }: { client: Client }) {
  const act = useAct();
  const [result] = useQuery({ query: SCOPES, variables: { id } });
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t('scope.clientText')}
      </Text>
      <Loaded result={result}>
        {({ client }) => (
          <ScopeList
            label={t('clientTab.apiScopes')}
            scopes={(client?.apiScopes?.edges ?? []).map(({ node }) => node)}
            change={
              viewerCan.updateClient
                ? (apiScopeIds) => act(GIVE, { id, apiScopeIds, expectedVersion: version }, { done: t('saved') })
                : undefined
            }
          />
        )}
      </Loaded>
    </>
  );
}
