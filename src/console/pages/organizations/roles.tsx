import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { ASSIGNMENTS, Assignments, whereOf } from '../../parts/assignments.tsx';
import { useListState } from '../../parts/list/list-state.ts';

const ROLES = graphql(
  `
    query OrganizationRoles(
      $id: ID!
      $first: Int
      $after: String
      $last: Int
      $before: String
      $where: RoleAssignmentWhere
      $orderBy: RoleAssignmentOrder
    ) {
      organization(id: $id) {
        id
        roleAssignments(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
          ...Assignments
        }
      }
    }
  `,
  [ASSIGNMENTS],
);

/** Who has which role for an organization. */
export function OrganizationRoles({ id }: { id: string }) {
  const state = useListState<TypeOf<'RoleAssignmentOrderField'>>(['CREATED_AT', 'EXPIRES_AT'], {
    field: 'CREATED_AT',
    direction: 'ASC',
  });
  const variables = { id, ...state.page, where: whereOf(state), orderBy: state.orderBy };
  const [result] = useQuery({ query: ROLES, variables });
  return (
    <Assignments
      label={t('tab.roles')}
      shows={['holder', 'role']}
      mayChange={useMay('createAccessRole')}
      tools={null}
      state={state}
      result={result}
      pageOf={({ organization }) => organization && organization.roleAssignments}
      empty={t('role.noneFor')}
    />
  );
}
