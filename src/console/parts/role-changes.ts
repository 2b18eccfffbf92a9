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

/** Several that have the role for the same organization, as an input names them. */
const inputOf = (alike: readonly Assigned[]) => ({
  ...Object.fromEntries(
    [...Map.groupBy(alike, ({ holderKind }) => holderKind)].map(([kind, those]) => [
      FIELDS[kind],
      those.map(({ holderId }) => holderId),
    ]),
  ),
  organizationId: alike[0]!.organizationId,
});

/** Those that have the same values, together. */
const groupsBy = (assigned: readonly Assigned[], valuesOf: (each: Assigned) => readonly unknown[]): Assigned[][] => [
  ...Map.groupBy(assigned, (each) => JSON.stringify(valuesOf(each))).values(),
];

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
  /** Takes roles away. Tells whether all of them are taken. */
  const take = async (assigned: readonly Assigned[]): Promise<boolean> => {
    const taken: Assigned[] = [];
    // One change is about one role, everywhere or for one organization.
    for (const alike of groupsBy(assigned, ({ accessRoleId, organizationId }) => [accessRoleId, organizationId])) {
      const { data } = await act(UNASSIGN, { id: alike[0]!.accessRoleId, input: inputOf(alike) });
      tellRefused(data?.unassignRole?.results);
      if (data) taken.push(...alike);
    }
    if (taken.length > 0) notify(t('role.isTaken'), false, () => void giveBack(taken));
    return taken.length === assigned.length;
  };
  const giveBack = async (taken: readonly Assigned[]): Promise<void> => {
    const ends = groupsBy(taken, ({ accessRoleId, organizationId, expiresAt }) => [
      accessRoleId,
      organizationId,
      expiresAt,
    ]);
    let isUndone = true;
    for (const alike of ends) {
      const { accessRoleId: id, expiresAt } = alike[0]!;
      const { data } = await act(ASSIGN, { id, input: { ...inputOf(alike), expiresAt } });
      tellRefused(data?.assignRole?.results);
      isUndone &&= data !== undefined;
    }
    if (isUndone) notify(t('undone'));
  };
  return { assign, take };
}
