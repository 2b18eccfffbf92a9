import { Badge, Button } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { Address } from '../../parts/address.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Access } from '../../parts/access/access.tsx';
import { HeldRoles } from '../../parts/held-roles.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { TokenPreview } from '../../parts/preview/preview.tsx';
import { standingName, standingOf } from '../../parts/standing.ts';
import { Applications } from './applications.tsx';
import { Factors } from './factors.tsx';
import { Groups } from './groups.tsx';
import { HelpMenu } from './help-menu.tsx';
import { Invitations, Mails } from './messages-sent.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { signInState } from './sign-in-state.ts';

const USER = graphql(`
  query User($id: ID!) {
    user(id: $id) {
      id
      version
      name
      email
      emailVerified
      givenName
      familyName
      username
      phoneNumber
      picture
      role
      administration
      isActive
      mfaEnabled
      mfaMethods
      passkeys {
        id
        name
        isSyncable
        createdAt
        lastUsedAt
      }
      hasPassword
      temporaryPasswordUntil
      lockedUntil
      lastFailedSignIn {
        occurredAt
        reason
      }
      customer {
        id
        passwordSignIn
      }
      lastLoginAt
      loginCount
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
        deleteUser
        inviteUser
        readAuditEvents
        requestEmailChange
        requestEmailVerification
        requestPasswordReset
        resetUserMfa
        revokeUserSessions
        setTemporaryPassword
        unlockUser
        forgetRememberedDevices
        updateUser
        updateUserFields
      }
    }
  }
`);

const SET_ACTIVE = graphql(`
  mutation SetActive($id: ID!, $isActive: Boolean!) {
    updateUser(id: $id, input: { isActive: $isActive }) {
      user {
        id
        isActive
      }
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteUser($id: ID!) {
    deleteUser(id: $id) {
      user {
        id
      }
    }
  }
`);

export type User = NonNullable<ResultOf<typeof USER>['user']>;

/** One user: who they are, what they have, what happened to them, and what can be done. */
export function UserPage() {
  return (
    <Found query={USER} of={({ user }) => user}>
      {(user) => <Shown user={user} />}
    </Found>
  );
}

function Shown({ user }: { user: User }) {
  const { id, name, email, isActive, viewerCan } = user;
  const act = useAct();
  const setActive = (active: boolean) =>
    act(
      SET_ACTIVE,
      { id, isActive: active },
      {
        done: active ? t('user.isEnabled') : t('user.isDisabled'),
        undo: () => () => act(SET_ACTIVE, { id, isActive: !active }),
      },
    );

  return (
    <ObjectPage
      above={<LinkTo to="/users">{t('nav.users')}</LinkTo>}
      icon="person"
      name={name}
      id={id}
      state={
        <>
          <Address of={email} />
          <Badge variant="light" color={standingOf(user) === 'MEMBER' ? 'gray' : 'blue'}>
            {standingName(user)}
          </Badge>
          {!isActive && (
            <Badge variant="light" color="red">
              {t('user.disabled')}
            </Badge>
          )}
        </>
      }
      told={signInState(user)}
      actions={
        <>
          <HelpMenu user={user} />
          {viewerCan.updateUserFields.includes('isActive') && (
            <Button variant="default" onClick={() => void setActive(!isActive)}>
              {isActive ? t('user.disable') : t('user.enable')}
            </Button>
          )}
          {viewerCan.deleteUser && (
            <DeleteButton
              document={DELETE}
              id={id}
              name={name}
              typed={email}
              text={t('user.deleteText', { name })}
              list={{ to: '/users' }}
            />
          )}
        </>
      }
      tabs={[
        { name: 'profile', label: t('tab.profile'), body: () => <Profile user={user} key={user.version} /> },
        { name: 'groups', label: t('tab.groups'), body: () => <Groups id={id} /> },
        useMay('readAccessRoles') && {
          name: 'roles',
          label: t('tab.roles'),
          body: () => <HeldRoles id={id} kind="USER" />,
        },
        useMay('readAccessRoles') && {
          name: 'access',
          label: t('tab.access'),
          body: () => <Access subject={{ kind: 'USER', id, name }} />,
        },
        useMay('previewTokens') && {
          name: 'preview',
          label: t('tab.preview'),
          body: () => <TokenPreview about={{ userId: id }} />,
        },
        { name: 'sessions', label: t('tab.sessions'), body: () => <Sessions id={id} /> },
        { name: 'applications', label: t('tab.applications'), body: () => <Applications id={id} /> },
        user.mfaEnabled !== null && { name: 'factors', label: t('tab.factors'), body: () => <Factors user={user} /> },
        useMay('readInvitations') && {
          name: 'invitations',
          label: t('tab.invitations'),
          body: () => <Invitations id={id} />,
        },
        useMay('readMails') && { name: 'mails', label: t('tab.mails'), body: () => <Mails id={id} /> },
      ]}
      history={viewerCan.readAuditEvents}
      acts
    />
  );
}
