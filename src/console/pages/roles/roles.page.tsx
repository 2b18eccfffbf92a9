import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { Dialog, useDialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RoleListing } from '../../parts/role-listing.tsx';

const CREATE = graphql(`
  mutation CreateRole($input: CreateAccessRoleInput!) {
    createAccessRole(input: $input) {
      accessRole {
        id
      }
    }
  }
`);

const KINDS = ['CUSTOMER', 'ORGANIZATION'] as const;

/** All roles of the customer. */
export function RolesPage() {
  const act = useAct();
  const navigate = useNavigate();
  const dialog = useDialog('role');
  return (
    <>
      <PageHead title={t('nav.roles')}>
        {useMay('createAccessRole') && <Button onClick={dialog.open}>{t('role.create')}</Button>}
      </PageHead>
      <RoleListing label={t('nav.roles')} />
      <Dialog title={t('role.create')} form="role" state={dialog}>
        <Form
          name="role"
          whole
          fields={[
            { name: 'name', label: t('role.name'), kind: 'text', required: true },
            { name: 'description', label: t('role.description'), kind: 'area' },
            {
              name: 'kind',
              label: t('role.kind'),
              kind: 'choice',
              choices: KINDS.map((value) => ({ value, label: t(`roleKind.${value}`) })),
            },
          ]}
          initial={{ name: '', kind: 'CUSTOMER' }}
          action={t('role.create')}
          onCancel={dialog.close}
          onSubmit={async (input) => {
            const variables = { input: { name: '', ...input } as TypeOf<'CreateAccessRoleInput'> };
            const outcome = await act(CREATE, variables, { done: t('role.isCreated'), quiet: true });
            const id = outcome.data?.createAccessRole.accessRole.id;
            if (id) await navigate({ to: '/roles/$id', params: { id } });
            return outcome;
          }}
        />
      </Dialog>
    </>
  );
}
