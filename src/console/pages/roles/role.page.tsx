import { Button, Card } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { ScopeList } from '../../parts/scope-list.tsx';
import { Holders } from './holders.tsx';

const ROLE = graphql(`
  query Role($id: ID!) {
    accessRole(id: $id) {
      id
      version
      name
      description
      kind
      api {
        id
        name
      }
      permissions(first: 1000) {
        edges {
          node {
            id
            name
            api {
              id
              name
            }
          }
        }
      }
      viewerCan {
        assignRole
        deleteAccessRole
        readAuditEvents
        unassignRole
        updateAccessRole
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateRole($id: ID!, $input: UpdateAccessRoleInput!, $expectedVersion: Int) {
    updateAccessRole(id: $id, input: $input, expectedVersion: $expectedVersion) {
      accessRole {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteRole($id: ID!, $confirm: String, $dryRun: Boolean!) {
    deleteAccessRole(id: $id, confirm: $confirm, dryRun: $dryRun) {
      accessRole {
        id
      }
      holders {
        users
        groups
        clients
      }
    }
  }
`);

export type Role = NonNullable<ResultOf<typeof ROLE>['accessRole']>;

/** One role: who has it, which scopes of APIs it allows, and what it is called. */
export function RolePage() {
  return (
    <Found query={ROLE} of={({ accessRole }) => accessRole}>
      {(role) => <Shown role={role} />}
    </Found>
  );
}

function Shown({ role }: { role: Role }) {
  const { id, version, name, kind, api, permissions, viewerCan } = role;
  const act = useAct();
  const navigate = useNavigate();
  const update = (input: TypeOf<'UpdateAccessRoleInput'>, quiet: boolean) =>
    act(UPDATE, { id, input, expectedVersion: version }, { done: t('saved'), quiet });
  const remove = async (): Promise<void> => {
    const { data: dry } = await act(DELETE, { id, dryRun: true });
    if (!dry) return;
    const { users, groups, clients } = dry.deleteAccessRole.holders;
    const text = t('role.deleteText', { name, users, groups, clients });
    if (!(await confirm({ title: t('delete'), text, action: t('delete'), name }))) return;
    const { data } = await act(DELETE, { id, confirm: name, dryRun: false }, { done: t('isDeleted', { name }) });
    if (data) await navigate({ to: '/roles' });
  };
  return (
    <ObjectPage
      above={<LinkTo to="/roles">{t('nav.roles')}</LinkTo>}
      icon="roles"
      name={name}
      id={id}
      state={<span>{api?.name ?? named('roleKind', kind)}</span>}
      actions={
        viewerCan.deleteAccessRole && (
          <Button color="red" variant="light" onClick={() => void remove()}>
            {t('delete')}
          </Button>
        )
      }
      tabs={[
        { name: 'holders', label: t('roleTab.holders'), body: () => <Holders role={role} /> },
        {
          name: 'permissions',
          label: t('roleTab.permissions'),
          body: () => (
            <ScopeList
              label={t('roleTab.permissions')}
              scopes={permissions.edges.map(({ node }) => node)}
              apiId={api?.id}
              change={viewerCan.updateAccessRole ? (scopeIds) => update({ scopeIds }, false) : undefined}
            />
          ),
        },
        {
          name: 'settings',
          label: t('roleTab.settings'),
          body: () => (
            <Card withBorder className="form">
              <Form
                key={version}
                name="settings"
                fields={[
                  { name: 'name', label: t('role.name'), kind: 'text', required: true } as const,
                  { name: 'description', label: t('role.description'), kind: 'area' } as const,
                ].map((field) => ({ ...field, disabled: !viewerCan.updateAccessRole }))}
                initial={role}
                action={t('save')}
                onSubmit={(input) => update(input, true)}
              />
            </Card>
          ),
        },
      ]}
      history={viewerCan.readAuditEvents}
    />
  );
}
