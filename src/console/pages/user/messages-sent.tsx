import { Button, Group } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { InvitationList } from '../../parts/invitation-list.tsx';
import { MailList } from '../../parts/mail-list.tsx';
import type { User } from './user.page.tsx';

const INVITE = graphql(`
  mutation Invite($id: ID!) {
    inviteUser(id: $id) {
      invitation {
        id
      }
    }
  }
`);

/** The invitations of a user. */
export function Invitations({ user: { id, viewerCan } }: { user: User }) {
  const act = useAct();
  return (
    <>
      {viewerCan.inviteUser && (
        <Group mb="sm">
          <Button variant="default" onClick={() => void act(INVITE, { id }, { done: t('invitation.isSent') })}>
            {t('invitation.send')}
          </Button>
        </Group>
      )}
      <InvitationList where={{ userId: { eq: id } }} />
    </>
  );
}

/** The mails that were sent to a user. */
export function Mails({ id }: { id: string }) {
  return <MailList where={{ userId: { eq: id } }} />;
}
