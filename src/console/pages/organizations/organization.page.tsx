import { Card, Group, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { History } from '../../parts/history.tsx';
import { ButtonTo, LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { When } from '../../parts/when.tsx';

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

/** One organization: its name, who and what belongs to it, and its history. */
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
  const act = useAct();
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
      <div className="stack">
        <div className="halves">
          <Card withBorder>
            <Form
              key={version}
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
            <Group mt="md" gap="xs">
              <ButtonTo variant="default" size="xs" to="/users" search={{ organization: id }}>
                {t('organization.users')}
              </ButtonTo>
              <ButtonTo variant="default" size="xs" to="/groups" search={{ organization: id }}>
                {t('organization.groups')}
              </ButtonTo>
            </Group>
          </Card>
        </div>
        {viewerCan.readAuditEvents && (
          <section>
            <Title order={2} size="h4" mb="sm">
              {t('tab.history')}
            </Title>
            <History id={id} />
          </section>
        )}
      </div>
    </>
  );
}
