import { Button, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { confirm } from '../../parts/confirm.tsx';
import { isLocked } from './sign-in-state.ts';
import type { User } from './user.page.tsx';

const UNLOCK = graphql(`
  mutation UnlockUser($id: ID!) {
    unlockUser(id: $id) {
      user {
        id
        lockedUntil
      }
    }
  }
`);
const RESET_PASSWORD = graphql(`
  mutation ResetPassword($userId: ID!) {
    requestPasswordReset(userId: $userId) {
      user {
        id
      }
    }
  }
`);
const TEMPORARY_PASSWORD = graphql(`
  mutation SetTemporaryPassword($id: ID!) {
    setTemporaryPassword(id: $id) {
      password
      user {
        id
      }
    }
  }
`);
const INVITE = graphql(`
  mutation Invite($id: ID!) {
    inviteUser(id: $id) {
      invitation {
        id
      }
    }
  }
`);
const VERIFY_EMAIL = graphql(`
  mutation VerifyEmail($userId: ID!) {
    requestEmailVerification(userId: $userId) {
      user {
        id
      }
    }
  }
`);
const RESET_FACTORS = graphql(`
  mutation ResetFactors($id: ID!) {
    resetUserMfa(id: $id) {
      user {
        id
        mfaEnabled
      }
    }
  }
`);
const END_SESSIONS = graphql(`
  mutation EndAllSessions($userId: ID!) {
    revokeUserSessions(userId: $userId) {
      count
    }
  }
`);

/** What an administrator looks for when a user cannot sign in. What the reader may not do, or would change nothing, is left out. */
export function HelpMenu({ user }: { user: User }) {
  const { id, name, hasPassword, emailVerified, mfaEnabled, viewerCan } = user;
  const act = useAct();
  const [opened, setOpened] = useState(false);
  const sure = (action: string, text: string): Promise<boolean> => confirm({ title: action, text, action });

  const setTemporary = async (): Promise<void> => {
    if (!(await sure(t('help.temporary'), t('help.temporaryText', { name })))) return;
    const path = ['setTemporaryPassword', 'password'];
    const shows = { title: t('help.temporaryTitle'), text: t('help.temporaryOnce'), path };
    await act(TEMPORARY_PASSWORD, { id }, { done: t('help.temporarySet'), shows, outdates: ['Session'] });
  };
  const resetFactors = async (): Promise<void> => {
    if (!(await sure(t('factor.reset'), t('factor.resetText', { name })))) return;
    await act(RESET_FACTORS, { id }, { done: t('factor.isReset'), outdates: ['Session'] });
  };
  const endSessions = async (): Promise<void> => {
    if (!(await sure(t('session.endAll'), t('session.endAllText')))) return;
    await act(END_SESSIONS, { userId: id }, { done: t('session.allEnded'), outdates: ['Session'] });
  };

  const actions: readonly [is: boolean, label: string, run: () => Promise<unknown>][] = [
    [viewerCan.unlockUser && isLocked(user), t('help.unlock'), () => act(UNLOCK, { id }, { done: t('help.unlocked') })],
    [
      viewerCan.inviteUser && hasPassword === false,
      t('invitation.send'),
      () => act(INVITE, { id }, { done: t('invitation.isSent') }),
    ],
    [
      viewerCan.requestPasswordReset && hasPassword !== false,
      t('factor.password'),
      () => act(RESET_PASSWORD, { userId: id }, { done: t('factor.passwordSent') }),
    ],
    [viewerCan.setTemporaryPassword, t('help.temporary'), setTemporary],
    [
      viewerCan.requestEmailVerification && !emailVerified,
      t('user.verifyEmail'),
      () => act(VERIFY_EMAIL, { userId: id }, { done: t('user.verificationSent') }),
    ],
    [viewerCan.resetUserMfa && mfaEnabled === true, t('factor.reset'), resetFactors],
    [viewerCan.revokeUserSessions, t('session.endAll'), endSessions],
  ];
  const shown = actions.filter(([is]) => is);
  if (shown.length === 0) return null;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={350}
      withinPortal={false}
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          {t('help.menu')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('help.menu')}>
        <Stack gap={4}>
          {shown.map(([, label, run]) => (
            <Button
              key={label}
              variant="subtle"
              justify="flex-start"
              px="xs"
              onClick={() => {
                setOpened(false);
                void run();
              }}
            >
              {label}
            </Button>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
