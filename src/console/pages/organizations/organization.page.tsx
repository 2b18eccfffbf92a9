import { Card } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t, type PlainKey } from '../../messages/index.ts';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { History } from '../../parts/history.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { When } from '../../parts/when.tsx';
import { Members } from './members.tsx';

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

const TABS = ['members', 'profile', 'history'] as const;
type Tab = (typeof TABS)[number];

/** One organization: its users, its name and groups, and its history. */
export function OrganizationPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [result] = useQuery({ query: ORGANIZATION, variables: { id } });
  return (
    <Loaded result={result}>
      {({ organization }) => (organization ? <Shown organization={organization} /> : <NotFound />)}
    </Loaded>
  );
}

function Shown({ organization }: { organization: Organization }) {
  const { id, version, name, viewerCan } = organization;
  const hidden: Partial<Record<Tab, boolean>> = { members: !useMay('readUsers'), history: !viewerCan.readAuditEvents };
  const tabs = TABS.filter((each) => !hidden[each]);
  return (
    <>
      <PageHead title={name} above={<LinkTo to="/organizations">{t('nav.organizations')}</LinkTo>}>
        {viewerCan.deleteOrganization && (
          <DeleteButton
            document={DELETE}
            id={id}
            name={name}
            text={t('organization.deleteText', { name })}
            list={{ to: '/organizations' }}
          />
        )}
      </PageHead>
      <PageTabs tabs={tabs} labelOf={(each) => t(`groupTab.${each}` satisfies PlainKey)}>
        {(tab) => (
          <>
            {tab === 'members' && <Members id={id} />}
            {tab === 'profile' && <Profile key={version} organization={organization} />}
            {tab === 'history' && <History id={id} />}
          </>
        )}
      </PageTabs>
    </>
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
            [t('id'), id],
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
