import { t } from '../../messages/index.ts';
import { useInvitations } from '../../parts/invitation-list.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { useMails } from '../../parts/mail-list.tsx';

/** The invitations of a user. */
export function Invitations({ id }: { id: string }) {
  return <Listing label={t('nav.invitations')} {...useInvitations({ userId: { eq: id } })} />;
}

/** The mails that were sent to a user. */
export function Mails({ id }: { id: string }) {
  return <Listing label={t('nav.mails')} {...useMails({ userId: { eq: id } })} />;
}
