import { useQuery } from 'urql';
import { graphql } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { ASSIGNMENTS, Assignments, useAssignments } from '../../parts/assignments.tsx';

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
  const { state, asked } = useAssignments();
  const [result] = useQuery({ query: ROLES, variables: { id, ...asked } });
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
