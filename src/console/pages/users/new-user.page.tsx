import { Card } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../graph/act.ts';
import { graphql, type TypeOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { CreateForm } from '../../parts/create-form.tsx';
import { textField, type Field } from '../../parts/fields.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { NotAllowed } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PROFILE_FIELDS } from '../../parts/profile-fields.ts';

const CREATE = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        id
      }
    }
  }
`);

const fields = (placed: boolean): Field[] => [
  { name: 'email', label: t('user.email'), kind: 'text', required: true },
  ...PROFILE_FIELDS.filter(({ isAsked }) => isAsked).map(textField),
  ...(placed ? places() : []),
  { name: 'sendInvitation', label: t('user.sendInvitation'), kind: 'switch', help: t('user.sendInvitationHelp') },
];

/** What lends users rights, which the help desk cannot give. */
const places = (): Field[] => [
  { name: 'organizationId', label: t('user.organization'), kind: 'pick', type: 'ORGANIZATION' },
  { name: 'defaultGroupId', label: t('group.one'), kind: 'pick', type: 'GROUP' },
];

/** Creates a user, who gets an invitation by mail. */
export function NewUserPage() {
  const act = useAct();
  const navigate = useNavigate();
  const mayPlace = useMay('updateUsers');
  if (!useMay('createUser')) return <NotAllowed title={t('user.create')} />;
  return (
    <>
      <PageHead title={t('user.create')} above={<LinkTo to="/users">{t('nav.users')}</LinkTo>} />
      <Card withBorder className="form">
        <CreateForm
          input="CreateUserInput"
          name="user"
          fields={fields(mayPlace)}
          initial={{ email: '', sendInvitation: true }}
          action={t('user.create')}
          onSubmit={async (input) => {
            const outcome = await act(
              CREATE,
              { input: input as TypeOf<'CreateUserInput'> },
              { done: t('user.isCreated'), quiet: true },
            );
            const id = outcome.data?.createUser.user.id;
            if (id) await navigate({ to: '/users/$id', params: { id } });
            return outcome;
          }}
        />
      </Card>
    </>
  );
}
