import { Button } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { ASSIGNMENTS, Assignments, useAssignments } from '../../parts/assignments.tsx';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useRoleChanges } from '../../parts/role-changes.ts';
import type { Role } from './role.page.tsx';

const HOLDERS = graphql(
  `
    query RoleHolders(
      $id: ID!
      $first: Int
      $after: String
      $last: Int
      $before: String
      $where: RoleAssignmentWhere
      $orderBy: RoleAssignmentOrder
    ) {
      accessRole(id: $id) {
        id
        assignments(first: $first, after: $after, last: $last, before: $before, where: $where, orderBy: $orderBy) {
          ...Assignments
        }
      }
    }
  `,
  [ASSIGNMENTS],
);

/** Who has a role, for which organization and until when. */
export function Holders({ role: { id, kind, viewerCan } }: { role: Role }) {
  const { assign } = useRoleChanges();
  const dialog = useDialog('assign');
  const { state, asked } = useAssignments();
  const [result] = useQuery({
    query: HOLDERS,
    variables: { id, ...asked },
  });
  return (
    <>
      <Assignments
        label={t('roleTab.holders')}
        shows={['holder', 'organization']}
        mayChange={viewerCan.unassignRole}
        tools={viewerCan.assignRole && <Button onClick={dialog.open}>{t('role.assign')}</Button>}
        state={state}
        result={result}
        pageOf={({ accessRole }) => accessRole && accessRole.assignments}
        empty={t('role.noHolders')}
      />
      <Dialog title={t('role.assignTitle')} form="assign" state={dialog}>
        <Form
          name="assign"
          whole
          fields={[
            { name: 'userIds', label: t('role.users'), kind: 'picks', type: 'USER' },
            { name: 'groupIds', label: t('role.groups'), kind: 'picks', type: 'GROUP' },
            { name: 'clientIds', label: t('role.clients'), kind: 'picks', type: 'CLIENT' },
            {
              name: 'organizationId',
              label: t('role.organization'),
              help: t('role.organizationHelp'),
              kind: 'pick',
              type: 'ORGANIZATION',
              required: kind === 'ORGANIZATION',
            },
            { name: 'expiresAt', label: t('role.until'), help: t('role.untilHelp'), kind: 'text' },
          ]}
          initial={{}}
          action={t('role.assign')}
          onCancel={dialog.close}
          onSubmit={async (input: TypeOf<'AssignRoleInput'>) => {
            const outcome = await assign(id, input, true);
            if (outcome.data) dialog.close();
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
