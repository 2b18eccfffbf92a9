import { NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { How } from '../../parts/access/how.tsx';
import { ScopeField, useOrganization } from '../../parts/access/question.tsx';
import { HOLDER_KINDS } from '../../parts/assignments.tsx';
import { useApi } from '../../parts/found-scopes.ts';
import { ButtonTo } from '../../parts/link.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Listing } from '../../parts/list/listing.tsx';
import type { Column } from '../../parts/list/list.tsx';
import { ListedLink, PAGES } from '../../parts/node-link.tsx';
import { Picker } from '../../parts/picker.tsx';

const WHO = graphql(`
  query WhoCan($id: ID!, $kind: RoleHolderKind!, $organizationId: ID, $first: Int, $after: String) {
    node(id: $id) {
      __typename
      id
      ... on ApiScope {
        whoCan(kind: $kind, organizationId: $organizationId, first: $first, after: $after) {
          totalCount
          atLeast
          edges {
            reason
            through {
              nodeId
              name
            }
            node {
              __typename
              id
              ... on User {
                name
                email
              }
              ... on Group {
                name
              }
              ... on Client {
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
    }
  }
`);

/** The page with what each row shows. */
function pageOf({ node }: ResultOf<typeof WHO>) {
  const page = node && 'whoCan' in node ? node.whoCan : undefined;
  const rows = (page?.edges ?? []).flatMap(({ node: each, reason, through }) =>
    'name' in each ? [{ node: { ...each, reason, through } }] : [],
  );
  return page && { ...page, edges: rows };
}
type Able = NonNullable<ReturnType<typeof pageOf>>['edges'][number]['node'];

interface WhoCanProps {
  apiId: string;
}

/** Who may use a scope of an API, each with how and with the way to why. */
export function WhoCan({ apiId }: WhoCanProps) {
  const state = useListState(['CREATED_AT'], { field: 'CREATED_AT', direction: 'ASC' });
  const { scope: asked, organization: organizationId } = state.url;
  const kind = HOLDER_KINDS.find((each) => each === state.url['kind']) ?? HOLDER_KINDS[0]!;
  const api = useApi(apiId);
  const scopes = api?.scopes.edges.map(({ node }) => node) ?? [];
  const scope = scopes.find(({ id }) => id === asked) ?? scopes[0];
  const organization = useOrganization(organizationId);
  const { first = 25, after = null } = state.page;
  const [result] = useQuery({
    query: WHO,
    variables: { id: scope?.id ?? '', kind, organizationId: organizationId ?? null, first, after },
    pause: !scope,
  });
  const columns: Column<Able>[] = [
    {
      key: 'name',
      header: t('access.who'),
      narrow: true,
      cell: (each) => (
        <>
          <ListedLink node={each} tabIndex={-1} />
          {each.__typename === 'User' && <div className="second">{each.email}</div>}
        </>
      ),
    },
    { key: 'how', header: t('access.how'), narrow: true, cell: (each) => <How {...each} /> },
    {
      key: 'act',
      header: t('list.actions'),
      narrow: true,
      cell: ({ __typename, id, name }) => (
        <ButtonTo
          size="xs"
          variant="default"
          aria-label={t('access.whyNamed', { name })}
          to={PAGES[__typename]}
          params={{ id }}
          search={{ tab: 'access', api: apiId, scope: scope?.name, organization: organizationId }}
        >
          {t('access.why')}
        </ButtonTo>
      ),
    },
  ];
  if (api && !scope) return t('scope.none');
  return (
    <Listing
      forwardOnly
      label={t('apiTab.who')}
      tools={
        <>
          <ScopeField scopes={scopes} value={scope} onPick={(id) => state.change({ scope: id ?? undefined })} />
          <NativeSelect
            label={t('access.kind')}
            data={HOLDER_KINDS.map((value) => ({ value, label: named('holders', value) }))}
            value={kind}
            onChange={(event) => state.change({ kind: event.currentTarget.value })}
          />
          <Picker
            label={t('access.organization')}
            type="ORGANIZATION"
            value={organizationId ?? null}
            valueName={organization?.name}
            onPick={(id) => state.change({ organization: id ?? undefined })}
          />
        </>
      }
      narrowing={['organization']}
      state={state}
      result={result}
      pageOf={pageOf}
      total={(result.data && pageOf(result.data)) ?? undefined}
      columns={columns}
      idOf={({ id }) => id}
      empty={t('access.nobody')}
    />
  );
}
