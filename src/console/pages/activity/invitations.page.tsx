import { t } from '../../messages/index.ts';
import type { TypeOf } from '../../graph/graphql.ts';
import { useInvitations } from '../../parts/invitation-list.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { filterBy } from '../../parts/list/toolbar.tsx';
import { useUrlState } from '../../url-state.ts';

const STATES: TypeOf<'InvitationState'>[] = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'];

/** All invitations. */
export function InvitationsPage() {
  const [url] = useUrlState();
  const chosen = STATES.find((each) => each === url['state']);
  const { q } = url;
  const where: TypeOf<'InvitationWhere'> = {
    ...(chosen && { state: { eq: chosen } }),
    ...(q && { email: { startsWith: q.toLowerCase() } }),
  };
  return (
    <ListPage
      title={t('nav.invitations')}
      search={t('search.address')}
      filters={[filterBy('state', t('state'), 'state', STATES)]}
      about={t('invitation.about')}
      {...useInvitations(where)}
    />
  );
}
