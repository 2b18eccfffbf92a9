import { Badge, Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
import { named, t, type PlainKey } from '../../messages/index.ts';
import { Address } from '../../parts/address.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { History } from '../../parts/history.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { Applications } from './applications.tsx';
import { Factors } from './factors.tsx';
import { Groups } from './groups.tsx';
import { Invitations, Mails } from './messages-sent.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';

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

const TABS = ['profile', 'groups', 'sessions', 'applications', 'factors', 'invitations', 'mails', 'history'] as const;
type Tab = (typeof TABS)[number];

/** One user: who they are, what they have, what happened to them, and what can be done. */
export function UserPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [result] = useQuery({ query: USER, variables: { id } });
  return <Loaded result={result}>{({ user }) => (user ? <Shown user={user} /> : <NotFound />)}</Loaded>;
}

function Shown({ user }: { user: User }) {
  const { id, name, email, isActive, role, viewerCan } = user;
  const act = useAct();
  const [readsInvitations, readsMails] = [useMay('readInvitations'), useMay('readMails')];
  const hidden: Partial<Record<Tab, boolean>> = {
    invitations: !readsInvitations,
    mails: !readsMails,
    history: !viewerCan.readAuditEvents,
    factors: user.mfaEnabled === null,
  };
  const tabs = TABS.filter((each) => !hidden[each]);

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
    <>
      <PageHead
        title={name}
        lead={
          <>
            <Address of={email} />{' '}
            <Badge variant="light" color={role === 'ADMIN' ? 'blue' : 'gray'}>
              {named('role', role)}
            </Badge>{' '}
            {!isActive && (
              <Badge variant="light" color="red">
                {t('user.disabled')}
              </Badge>
            )}
          </>
        }
        above={<LinkTo to="/users">{t('nav.users')}</LinkTo>}
      >
        {viewerCan.updateUserFields.includes('isActive') &&
          (isActive ? (
            <Button variant="default" onClick={() => void setActive(false)}>
              {t('user.disable')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void setActive(true)}>
              {t('user.enable')}
            </Button>
          ))}
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
      </PageHead>
      <PageTabs tabs={tabs} labelOf={(each) => t(`tab.${each}` satisfies PlainKey)}>
        {(tab) => PANELS[tab](user)}
      </PageTabs>
    </>
  );
}

const PANELS: Record<Tab, (user: User) => ReactNode> = {
  profile: (user) => <Profile user={user} key={user.version} />,
  groups: ({ id }) => <Groups id={id} />,
  sessions: ({ id, viewerCan }) => <Sessions id={id} mayEnd={viewerCan.revokeUserSessions} />,
  applications: ({ id }) => <Applications id={id} />,
  factors: (user) => <Factors user={user} />,
  invitations: (user) => <Invitations user={user} />,
  mails: ({ id }) => <Mails id={id} />,
  history: ({ id }) => <History id={id} />,
};
