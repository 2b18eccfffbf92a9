import { Card } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { number, t } from '../../messages/index.ts';
import { AttributesForm } from '../../parts/attributes.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form, valuesBefore } from '../../parts/form.tsx';
import { Access } from '../../parts/access/access.tsx';
import { HeldRoles } from '../../parts/held-roles.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { When } from '../../parts/when.tsx';
import { groupFields } from './group-fields.ts';
import { Members } from './members.tsx';
import { SeenBy } from './seen-by.tsx';

const GROUP = graphql(`
  query Group($id: ID!) {
    group(id: $id) {
      id
      version
      name
      description
      memberCount
      createdAt
      updatedAt
      organization {
        id
        name
      }
      attributes {
        name
        value
      }
      viewerCan {
        addGroupMembers
        deleteGroup
        readAuditEvents
        removeGroupMembers
        updateGroup
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateGroup($id: ID!, $input: UpdateGroupInput!, $expectedVersion: Int) {
    updateGroup(id: $id, input: $input, expectedVersion: $expectedVersion) {
      group {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteGroup($id: ID!) {
    deleteGroup(id: $id) {
      group {
        id
      }
    }
  }
`);

export type Group = NonNullable<ResultOf<typeof GROUP>['group']>;

/** One group: its members, what is said about it, and which applications see it. */
export function GroupPage() {
  return (
    <Found query={GROUP} of={({ group }) => group}>
      {(group) => <Shown group={group} />}
    </Found>
  );
}

function Shown({ group }: { group: Group }) {
  const { id, name, memberCount, viewerCan } = group;
  return (
    <ObjectPage
      above={<LinkTo to="/groups">{t('nav.groups')}</LinkTo>}
      icon="groups"
      name={name}
      id={id}
      state={<span>{`${t('group.members')}: ${number(memberCount)}`}</span>}
      actions={
        viewerCan.deleteGroup && (
          <DeleteButton
            document={DELETE}
            id={id}
            name={name}
            text={t('group.deleteText', { name, count: memberCount })}
            list={{ to: '/groups' }}
          />
        )
      }
      tabs={[
        { name: 'members', label: t('groupTab.members'), body: () => <Members group={group} /> },
        {
          name: 'profile',
          label: t('groupTab.profile'),
          body: () => <Profile key={group.version} group={group} />,
        },
        useMay('readAccessRoles') && {
          name: 'roles',
          label: t('tab.roles'),
          body: () => <HeldRoles id={id} kind="GROUP" />,
        },
        useMay('readAccessRoles') && {
          name: 'access',
          label: t('tab.access'),
          body: () => <Access subject={{ kind: 'GROUP', id, name }} />,
        },
        { name: 'applications', label: t('groupTab.applications'), body: () => <SeenBy groupId={id} /> },
      ]}
      history={viewerCan.readAuditEvents}
    />
  );
}

function Profile({ group }: { group: Group }) {
  const act = useAct();
  const { id, version, organization, viewerCan } = group;
  const initial = { ...group, organizationId: organization?.id ?? null };
  const update = (input: TypeOf<'UpdateGroupInput'>) =>
    act(
      UPDATE,
      { id, input, expectedVersion: version },
      {
        done: t('saved'),
        quiet: true,
        undo: ({ updateGroup: { group: now } }) =>
          'attributes' in input
            ? undefined
            : () => act(UPDATE, { id, input: valuesBefore(initial, input), expectedVersion: now.version }),
      },
    );
  return (
    <div className="halves">
      <Card withBorder>
        <Form
          name="profile"
          fields={groupFields(organization?.name).map((field) => ({ ...field, disabled: !viewerCan.updateGroup }))}
          initial={initial}
          action={t('save')}
          onSubmit={update}
        />
      </Card>
      <div className="stack">
        <Card withBorder>
          <Facts
            facts={[
              [t('created'), <When key="created" time={group.createdAt} />],
              [t('changed'), <When key="changed" time={group.updatedAt} />],
            ]}
          />
        </Card>
        <AttributesForm
          subject="GROUP"
          values={group.attributes}
          mayEdit={viewerCan.updateGroup}
          onSubmit={(attributes) => update({ attributes })}
        />
      </div>
    </div>
  );
}
