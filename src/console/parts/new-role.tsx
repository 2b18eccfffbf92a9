import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../graph/act.ts';
import { graphql, type TypeOf } from '../graph/graphql.ts';
import { useMay } from '../graph/viewer.tsx';
import { t } from '../messages/index.ts';
import { Dialog, useDialog } from './dialog.tsx';
import type { Field } from './fields.tsx';
import { Form } from './form.tsx';

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

const kindField = (): Field => ({
  name: 'kind',
  label: t('role.kind'),
  kind: 'choice',
  choices: KINDS.map((value) => ({ value, label: t(`roleKind.${value}`) })),
});

/** Creates a role with its permissions: one of an API, or one of the customer or its organizations. */
export function NewRole({ apiId }: { apiId?: string }) {
  const act = useAct();
  const navigate = useNavigate();
  const dialog = useDialog('role');
  if (!useMay('createAccessRole')) return null;
  return (
    <>
      <Button onClick={dialog.open}>{t('role.create')}</Button>
      <Dialog title={t('role.create')} form="role" state={dialog}>
        <Form
          name="role"
          whole
          fields={[
            { name: 'name', label: t('role.name'), kind: 'text', required: true },
            { name: 'description', label: t('role.description'), kind: 'area' },
            ...(apiId === undefined ? [kindField()] : []),
            { name: 'scopeIds', label: t('roleTab.permissions'), kind: 'scopes', apiId },
          ]}
          initial={{ name: '', ...(apiId === undefined && { kind: 'CUSTOMER' }) }}
          action={t('role.create')}
          onCancel={dialog.close}
          onSubmit={async (draft) => {
            const of = apiId === undefined ? {} : { kind: 'API', apiId };
            const variables = { input: { name: '', ...of, ...draft } as TypeOf<'CreateAccessRoleInput'> };
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
