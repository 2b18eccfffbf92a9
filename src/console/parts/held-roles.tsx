import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { ASSIGNMENTS, Assignments, useAssignments } from './assignments.tsx';
import { useFoundRoles } from './found-roles.ts';
import { holderInput, useRoleChanges } from './role-changes.ts';
import { SearchSelect } from './search-select.tsx';

const HELD = graphql(
  `
    query HeldRoles(
      $id: ID!
      $first: Int
      $after: String
      $last: Int
      $before: String
      $where: RoleAssignmentWhere
      $orderBy: RoleAssignmentOrder
    ) {
      node(id: $id) {
        __typename
        id
        ... on User {
          roles(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
            ...Assignments
          }
        }
        ... on Group {
          roles(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
            ...Assignments
          }
        }
        ... on Client {
          roles(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
            ...Assignments
          }
        }
      }
    }
  `,
  [ASSIGNMENTS],
);

/** The roles that a user, a group or a service account has itself: listed, given and taken away. */
export function HeldRoles({ id, kind }: { id: string; kind: TypeOf<'RoleHolderKind'> }) {
  const { assign } = useRoleChanges();
  const mayChange = useMay('createAccessRole');
  const { state, asked } = useAssignments();
  const [result] = useQuery({ query: HELD, variables: { id, ...asked } });
  return (
    <Assignments
      label={t('tab.roles')}
      shows={['role', 'organization']}
      mayChange={mayChange}
      tools={
        mayChange && (
          <SearchSelect
            label={t('role.find')}
            value={null}
            useFound={useFoundRoles}
            onPick={(role) => role && void assign(role, holderInput(kind, id))}
          />
        )
      }
      state={state}
      result={result}
      pageOf={({ node }) => (node && 'roles' in node ? node.roles : node && null)}
      empty={t('role.noneHeld')}
    />
  );
}
