import { useAct } from '../graph/act.ts';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { t, textOfItem } from '../messages/index.ts';
import { notify } from './notices.tsx';

const CHANGED = graphql(`
  fragment RoleAssignmentsChanged on RoleAssignmentsPayload {
    accessRole {
      id
    }
    results {
      holderId
      assignment {
        id
      }
      error {
        code
        message
        faults {
          path
          code
          rule
          parameters
          message
        }
      }
    }
  }
`);
const ASSIGN = graphql(
  `
    mutation AssignRole($id: ID!, $input: AssignRoleInput!) {
      assignRole(id: $id, input: $input) {
        ...RoleAssignmentsChanged
      }
    }
  `,
  [CHANGED],
);
const UNASSIGN = graphql(
  `
    mutation UnassignRole($id: ID!, $input: UnassignRoleInput!) {
      unassignRole(id: $id, input: $input) {
        ...RoleAssignmentsChanged
      }
    }
  `,
  [CHANGED],
);

/** An assignment of a role, as far as its end concerns it. */
export interface Assigned {
  readonly accessRoleId: string;
  readonly holderKind: TypeOf<'RoleHolderKind'>;
  readonly holderId: string;
  readonly organizationId: string | null;
  readonly expiresAt: string | null;
}

const FIELDS = { USER: 'userIds', GROUP: 'groupIds', CLIENT: 'clientIds' } as const;

/** The holder as an input names it. */
export const holderInput = (kind: Assigned['holderKind'], id: string) => ({ [FIELDS[kind]]: [id] });

type ItemErrors = readonly { readonly error: Parameters<typeof textOfItem>[0] | null }[];

/** Tells why some cannot have the role. */
function tellRefused(results: ItemErrors | undefined): void {
  const refused = results?.find(({ error }) => error !== null)?.error;
  if (refused) notify(textOfItem(refused), true);
}

/** What gives a role, and what takes it away, which can be undone. */
export function useRoleChanges() {
  const act = useAct();
  const assign = async (id: string, input: TypeOf<'AssignRoleInput'>, quiet = false) => {
    const outcome = await act(ASSIGN, { id, input }, { quiet });
    const results = outcome.data?.assignRole?.results;
    tellRefused(results);
    if (results?.every(({ error }) => error === null)) notify(t('role.isAssigned'));
    return outcome;
  };
  const take = async ({ accessRoleId: id, holderKind, holderId, organizationId, expiresAt }: Assigned) => {
    const input = { ...holderInput(holderKind, holderId), organizationId };
    const outcome = await act(
      UNASSIGN,
      { id, input },
      { done: t('role.isTaken'), undo: () => () => act(ASSIGN, { id, input: { ...input, expiresAt } }) },
    );
    tellRefused(outcome.data?.unassignRole?.results);
  };
  return { assign, take };
}
