import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../graph/graphql.ts';
import { named, t } from '../messages/index.ts';
import { LinkTo } from './link.tsx';
import { useListState } from './list/list-state.ts';
import { Listing } from './list/listing.tsx';
import type { Column } from './list/list.tsx';
import { NewRole } from './new-role.tsx';

const ROLES = graphql(`
  query Roles(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $where: AccessRoleWhere
    $orderBy: AccessRoleOrder
  ) {
    accessRoles(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
      edges {
        node {
          id
          name
          kind
          description
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
  }
`);

type Role = ResultOf<typeof ROLES>['accessRoles']['edges'][number]['node'];
type OrderField = TypeOf<'AccessRoleOrderField'>;

const columns = (): Column<Role, OrderField>[] => [
  {
    key: 'name',
    header: t('role.name'),
    order: 'NAME',
    narrow: true,
    cell: ({ id, name, description }) => (
      <>
        <LinkTo to="/roles/$id" params={{ id }} tabIndex={-1}>
          {name}
        </LinkTo>
        {description && <div className="second">{description}</div>}
      </>
    ),
  },
  { key: 'kind', header: t('role.kind'), narrow: true, cell: ({ kind, api }) => api?.name ?? named('roleKind', kind) },
];

/** The roles of the customer, or those of one API. */
export function RoleListing({ label, apiId }: { label: string; apiId?: string }) {
  const state = useListState<OrderField>(['NAME'], { field: 'NAME', direction: 'ASC' });
  const { q } = state.url;
  const and: TypeOf<'AccessRoleWhere'>[] = [
    ...(q ? [{ or: [{ name: { contains: q } }, { description: { contains: q } }] }] : []),
    ...(apiId === undefined ? [] : [{ apiId: { eq: apiId } }]),
  ];
  const where = and.length > 0 ? { and } : null;
  const [result] = useQuery({ query: ROLES, variables: { ...state.page, where, orderBy: state.orderBy } });
  return (
    <Listing
      label={label}
      search={t('role.search')}
      tools={apiId !== undefined && <NewRole apiId={apiId} />}
      state={state}
      result={result}
      pageOf={({ accessRoles }) => accessRoles}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('role.none')}
      about={t('role.about')}
    />
  );
}
