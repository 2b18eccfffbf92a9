import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { ButtonTo, LinkTo } from '../link.tsx';
import { useListState } from '../list/list-state.ts';
import { Listing } from '../list/listing.tsx';
import type { Column } from '../list/list.tsx';
import { How } from './how.tsx';

const PERMISSIONS = graphql(`
  fragment Permissions on EffectivePermissionConnection {
    edges {
      node {
        reason
        through {
          nodeId
          name
        }
        apiScope {
          id
          name
        }
        api {
          id
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
`);
const EFFECTIVE = graphql(
  `
    query EffectivePermissions(
      $id: ID!
      $first: Int
      $after: String
      $last: Int
      $before: String
      $apiId: ID
      $organizationId: ID
    ) {
      node(id: $id) {
        __typename
        id
        ... on User {
          effectivePermissions(
            first: $first
            after: $after
            last: $last
            before: $before
            apiId: $apiId
            organizationId: $organizationId
          ) {
            ...Permissions
          }
        }
        ... on Group {
          effectivePermissions(
            first: $first
            after: $after
            last: $last
            before: $before
            apiId: $apiId
            organizationId: $organizationId
          ) {
            ...Permissions
          }
        }
        ... on Client {
          effectivePermissions(
            first: $first
            after: $after
            last: $last
            before: $before
            apiId: $apiId
            organizationId: $organizationId
          ) {
            ...Permissions
          }
        }
      }
    }
  `,
  [PERMISSIONS],
);

type Permission = ResultOf<typeof PERMISSIONS>['edges'][number]['node'];

const columns = (): Column<Permission>[] => [
  { key: 'scope', header: t('scope.one'), narrow: true, cell: ({ apiScope }) => <code>{apiScope.name}</code> },
  {
    key: 'api',
    header: t('role.api'),
    cell: ({ api }) =>
      api && (
        <LinkTo to="/apis/$id" params={{ id: api.id }} tabIndex={-1}>
          {api.name}
        </LinkTo>
      ),
  },
  { key: 'how', header: t('access.how'), narrow: true, cell: (each) => <How {...each} /> },
  {
    key: 'act',
    header: t('list.actions'),
    narrow: true,
    cell: ({ api, apiScope: { name } }) =>
      api && (
        <ButtonTo
          size="xs"
          variant="default"
          aria-label={t('access.whyNamed', { name })}
          to="."
          search={(old: object) => ({ ...old, api: api.id, scope: name, after: undefined, before: undefined })}
        >
          {t('access.why')}
        </ButtonTo>
      ),
  },
];

interface PermissionsProps {
  id: string;
  apiId: string | null;
  organizationId: string | null;
}

/** All that a user, a group or a service account may use: of one API or all, and for an organization or none. */
export function Permissions({ id, ...asked }: PermissionsProps) {
  const state = useListState(['CREATED_AT'], { field: 'CREATED_AT', direction: 'ASC' });
  const [result] = useQuery({ query: EFFECTIVE, variables: { id, ...state.page, ...asked } });
  return (
    <Listing
      label={t('access.permissions')}
      state={state}
      result={result}
      pageOf={({ node }) => (node && 'effectivePermissions' in node ? node.effectivePermissions : node && null)}
      columns={columns()}
      idOf={({ apiScope }) => apiScope.id}
      empty={t('access.nothing')}
    />
  );
}
