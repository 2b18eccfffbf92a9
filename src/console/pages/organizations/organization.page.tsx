import { Card } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { When } from '../../parts/when.tsx';
import { Members } from './members.tsx';
import { OrganizationRoles } from './roles.tsx';

const ORGANIZATION = graphql(`
  query Organization($id: ID!) {
    organization(id: $id) {
      id
      version
      name
      createdAt
      updatedAt
      viewerCan {
        deleteOrganization
        readAuditEvents
        updateOrganization
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateOrganization($id: ID!, $input: UpdateOrganizationInput!, $expectedVersion: Int) {
    updateOrganization(id: $id, input: $input, expectedVersion: $expectedVersion) {
      organization {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteOrganization($id: ID!) {
    deleteOrganization(id: $id) {
      organization {
        id
      }
    }
  }
`);

type Organization = NonNullable<ResultOf<typeof ORGANIZATION>['organization']>;

/** One organization: its users, its name and groups, and its history. */
export function OrganizationPage() {
  return (
    <Found query={ORGANIZATION} of={({ organization }) => organization}>
      {(organization) => <Shown organization={organization} />}
    </Found>
  );
}

function Shown({ organization }: { organization: Organization }) {
  const { id, version, name, viewerCan } = organization;
  return (
    <ObjectPage
      above={<LinkTo to="/organizations">{t('nav.organizations')}</LinkTo>}
      icon="organizations"
      name={name}
      id={id}
      actions={
        viewerCan.deleteOrganization && (
          <DeleteButton
            document={DELETE}
            id={id}
            name={name}
            text={t('organization.deleteText', { name })}
            list={{ to: '/organizations' }}
          />
        )
      }
      tabs={[
        useMay('readUsers') && { name: 'members', label: t('groupTab.members'), body: () => <Members id={id} /> },
        useMay('readAccessRoles') && {
          name: 'roles',
          label: t('tab.roles'),
          body: () => <OrganizationRoles id={id} />,
        },
        {
          name: 'profile',
          label: t('groupTab.profile'),
          body: () => <Profile key={version} organization={organization} />,
        },
      ]}
      history={viewerCan.readAuditEvents}
    />
  );
}

function Profile({ organization }: { organization: Organization }) {
  const { id, version, name, viewerCan } = organization;
  const act = useAct();
  return (
    <div className="halves">
      <Card withBorder>
        <Form
          name="profile"
          fields={[{ name: 'name', label: t('group.name'), kind: 'text', disabled: !viewerCan.updateOrganization }]}
          initial={{ name }}
          action={t('save')}
          onSubmit={(input) =>
            act(
              UPDATE,
              { id, input, expectedVersion: version },
              {
                done: t('saved'),
                quiet: true,
                undo:
                  ({ updateOrganization: { organization: now } }) =>
                  () =>
                    act(UPDATE, { id, input: { name }, expectedVersion: now.version }),
              },
            )
          }
        />
      </Card>
      <Card withBorder>
        <Facts
          facts={[
            [t('created'), <When key="created" time={organization.createdAt} />],
            [t('changed'), <When key="changed" time={organization.updatedAt} />],
          ]}
        />
        <ButtonTo mt="md" variant="default" size="xs" to="/groups" search={{ organization: id }}>
          {t('organization.groups')}
        </ButtonTo>
      </Card>
    </div>
  );
}
