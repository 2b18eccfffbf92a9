import { Button, Card, Group, Title } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { AttributesForm } from '../../parts/attributes.tsx';
import { Facts } from '../../parts/facts.tsx';
import { useHasTyped } from '../../parts/drafts.ts';
import { textField, textOf, type Field } from '../../parts/fields.tsx';
import { Form, valuesBefore } from '../../parts/form.tsx';
import { PROFILE_FIELDS } from '../../parts/profile-fields.ts';
import { STANDINGS, standingInput, standingOf } from '../../parts/standing.ts';
import { When } from '../../parts/when.tsx';
import type { User } from './user.page.tsx';

const UPDATE = graphql(`
  mutation UpdateUser($id: ID!, $input: UpdateUserInput!, $expectedVersion: Int) {
    updateUser(id: $id, input: $input, expectedVersion: $expectedVersion) {
      user {
        id
        version
      }
    }
  }
`);
const CHANGE_EMAIL = graphql(`
  mutation ChangeEmail($userId: ID!, $newEmail: String!) {
    requestEmailChange(userId: $userId, newEmail: $newEmail) {
      user {
        id
      }
    }
  }
`);
const fieldsOf = ({ viewerCan, organization }: User): Field[] => {
  const fields: Field[] = [
    ...PROFILE_FIELDS.map(textField),
    {
      name: 'organizationId',
      label: t('user.organization'),
      kind: 'pick',
      type: 'ORGANIZATION',
      valueName: organization?.name,
    },
    {
      name: 'role',
      label: t('user.role'),
      kind: 'choice',
      choices: STANDINGS.map((value) => ({ value, label: named('role', value) })),
      help: t('user.roleHelp'),
    },
    { name: 'emailVerified', label: t('user.verified'), kind: 'switch', help: t('user.verifiedHelp') },
  ];
  return fields.map((field) => ({ ...field, disabled: !viewerCan.updateUserFields.includes(field.name) }));
};

/** The input of a form, in which the role is one word. */
const inputOf = ({ role, ...input }: { readonly role?: unknown }): TypeOf<'UpdateUserInput'> => ({
  ...input,
  ...(typeof role === 'string' && standingInput(role)),
});

/** Who the user is, and the attributes that the customer has defined. */
export function Profile({ user }: { user: User }) {
  const act = useAct();
  const { id, version, organization } = user;
  const initial = { ...user, organizationId: organization?.id ?? null, role: standingOf(user) };
  const update = (input: TypeOf<'UpdateUserInput'>) =>
    act(
      UPDATE,
      { id, input: inputOf(input), expectedVersion: version },
      {
        done: t('saved'),
        quiet: true,
        undo: ({ updateUser }) =>
          'attributes' in input
            ? undefined
            : () =>
                act(UPDATE, {
                  id,
                  input: inputOf(valuesBefore(initial, input)),
                  expectedVersion: updateUser.user.version,
                }),
      },
    );
  return (
    <div className="halves">
      <Card withBorder>
        <Form name="profile" fields={fieldsOf(user)} initial={initial} action={t('save')} onSubmit={update} />
      </Card>
      <div className="stack">
        <Card withBorder>
          <Facts
            facts={[
              [t('created'), <When key="created" time={user.createdAt} />],
              [t('changed'), <When key="changed" time={user.updatedAt} />],
              [t('user.lastLogin'), <When key="login" time={user.lastLoginAt} />],
              [t('user.loginCount'), user.loginCount ?? '–'],
            ]}
          />
        </Card>
        <Email user={user} />
        <AttributesForm
          subject="USER"
          values={user.attributes}
          mayEdit={user.viewerCan.updateUser}
          onSubmit={(attributes) => update({ attributes })}
        />
      </div>
    </div>
  );
}

function Email({ user: { id, email, viewerCan } }: { user: User }) {
  const act = useAct();
  const [changing, setChanging] = useState(useHasTyped('email'));
  if (!viewerCan.requestEmailChange) return null;
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        {t('user.email')}
      </Title>
      {changing ? (
        <Form
          name="email"
          whole
          fields={[{ name: 'newEmail', label: t('user.newEmail'), kind: 'text', help: t('user.newEmailHelp') }]}
          initial={{ newEmail: '' }}
          action={t('user.changeEmail')}
          onCancel={() => setChanging(false)}
          onSubmit={async ({ newEmail }) => {
            const variables = { userId: id, newEmail: textOf(newEmail) };
            const outcome = await act(CHANGE_EMAIL, variables, { done: t('user.emailAsked'), quiet: true });
            if (outcome.data) setChanging(false);
            return outcome;
          }}
        />
      ) : (
        <Group gap="xs">
          <span>{email}</span>
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {t('user.changeEmail')}
          </Button>
        </Group>
      )}
    </Card>
  );
}
