import { t, named } from '../../messages/index.ts';
import type { TypeOf } from '../../graph/graphql.ts';
import { InvitationList } from '../../parts/invitation-list.tsx';
import { useListState } from '../../parts/list/list-state.ts';
import { Toolbar } from '../../parts/list/toolbar.tsx';
import { PageHead } from '../../parts/page-head.tsx';

const STATES: TypeOf<'InvitationState'>[] = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'];

/** All invitations. */
export function InvitationsPage() {
  const state = useListState(['SENT_AT'], { field: 'SENT_AT', direction: 'DESC' });
  const chosen = STATES.find((each) => each === state.url['state']);
  const { q } = state.url;
  const where: TypeOf<'InvitationWhere'> = {
    ...(chosen && { state: { eq: chosen } }),
    ...(q && { email: { startsWith: q.toLowerCase() } }),
  };
  return (
    <>
      <PageHead title={t('nav.invitations')} />
      <Toolbar
        state={state}
        search={t('search.address')}
        filters={[
          {
            name: 'state',
            label: t('state'),
            choices: STATES.map((value) => ({ value, label: named('state', value) })),
          },
        ]}
      />
      <InvitationList where={where} />
    </>
  );
}
