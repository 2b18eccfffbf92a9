import { Button, Card } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form, valuesBefore } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage, type Section } from '../../parts/object-page.tsx';
import { RoleListing } from '../../parts/role-listing.tsx';
import { When } from '../../parts/when.tsx';
import { apiFields } from './api-fields.ts';
import { ApiClients } from './clients.tsx';
import { Scopes } from './scopes.tsx';
import { TryToken } from './try-token.tsx';
import { Verify } from './verify.tsx';
import { WhoCan } from './who-can.tsx';

const API = graphql(`
  query Api($id: ID!) {
    api(id: $id) {
      id
      version
      name
      identifier
      description
      logoUri
      tokenSeconds
      signingAlg
      allowsRefreshTokens
      isFirstParty
      isGuildhall
      requiresRole
      tellsRoles
      tellsGroups
      tellsEntitlements
      createdAt
      updatedAt
      viewerCan {
        addApiScopes
        deleteApi
        readAuditEvents
        updateApi
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateApi($id: ID!, $input: UpdateApiInput!, $expectedVersion: Int) {
    updateApi(id: $id, input: $input, expectedVersion: $expectedVersion) {
      api {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteApi($id: ID!, $confirm: String, $dryRun: Boolean!) {
    deleteApi(id: $id, confirm: $confirm, dryRun: $dryRun) {
      api {
        id
      }
      ends {
        clients
        grants
        roles
        scopes
      }
    }
  }
`);

export type Api = NonNullable<ResultOf<typeof API>['api']>;

/** One API: its scopes, the applications that have some, its roles, what checks its tokens, and its settings. */
export function ApiPage() {
  return (
    <Found query={API} of={({ api }) => api}>
      {(api) => <Shown api={api} />}
    </Found>
  );
}

function Shown({ api }: { api: Api }) {
  const { id, name, identifier, isGuildhall, viewerCan } = api;
  const act = useAct();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const { data: dry } = await act(DELETE, { id, dryRun: true });
    if (!dry) return;
    const { clients, grants, roles, scopes } = dry.deleteApi.ends;
    const text = t('api.deleteText', { name, clients, grants, roles, scopes });
    if (!(await confirm({ title: t('delete'), text, action: t('delete'), name: identifier }))) return;
    const variables = { id, confirm: identifier, dryRun: false };
    const { data } = await act(DELETE, variables, { done: t('isDeleted', { name }) });
    if (data) await navigate({ to: '/apis' });
  };
  return (
    <ObjectPage
      above={<LinkTo to="/apis">{t('nav.apis')}</LinkTo>}
      icon="apis"
      name={name}
      id={id}
      state={<span>{identifier}</span>}
      actions={
        viewerCan.deleteApi && (
          <Button color="red" variant="light" onClick={() => void remove()}>
            {t('delete')}
          </Button>
        )
      }
      tabs={[
        { name: 'scopes', label: t('apiTab.scopes'), body: () => <Scopes api={api} /> },
        { name: 'who', label: t('apiTab.who'), body: () => <WhoCan apiId={id} /> },
        ...(isGuildhall ? [] : tabsOf(api)),
      ]}
      history={viewerCan.readAuditEvents}
    />
  );
}

/** What the customer's own APIs have besides scopes. Guildhall itself is set up by its operator. */
const tabsOf = (api: Api): readonly Section[] => [
  { name: 'applications', label: t('apiTab.applications'), body: () => <ApiClients id={api.id} /> },
  { name: 'roles', label: t('apiTab.roles'), body: () => <RoleListing label={t('apiTab.roles')} apiId={api.id} /> },
  { name: 'verify', label: t('apiTab.verify'), body: () => <Verify api={api} /> },
  { name: 'try', label: t('apiTab.try'), body: () => <TryToken api={api} /> },
  { name: 'settings', label: t('apiTab.settings'), body: () => <Settings key={api.version} api={api} /> },
];

function Settings({ api }: { api: Api }) {
  const act = useAct();
  const { id, version, viewerCan } = api;
  return (
    <div className="halves">
      <Card withBorder>
        <Form
          name="settings"
          fields={apiFields().map((field) => ({ ...field, disabled: !viewerCan.updateApi }))}
          initial={api}
          action={t('save')}
          onSubmit={(input: TypeOf<'UpdateApiInput'>) =>
            act(
              UPDATE,
              { id, input, expectedVersion: version },
              {
                done: t('saved'),
                quiet: true,
                undo:
                  ({ updateApi: { api: now } }) =>
                  () =>
                    act(UPDATE, { id, input: valuesBefore(api, input), expectedVersion: now.version }),
              },
            )
          }
        />
      </Card>
      <Card withBorder>
        <Facts
          facts={[
            [t('created'), <When key="created" time={api.createdAt} />],
            [t('changed'), <When key="changed" time={api.updatedAt} />],
          ]}
        />
      </Card>
    </div>
  );
}
