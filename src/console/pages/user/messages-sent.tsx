import { Button, Group } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { useInvitations } from '../../parts/invitation-list.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { useMails } from '../../parts/mail-list.tsx';
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
      <Listing label={t('nav.invitations')} {...useInvitations({ userId: { eq: id } })} />
    </>
  );
}

/** The mails that were sent to a user. */
export function Mails({ id }: { id: string }) {
  return <Listing label={t('nav.mails')} {...useMails({ userId: { eq: id } })} />;
}
