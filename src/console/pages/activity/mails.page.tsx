import type { TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { useListState } from '../../parts/list/list-state.ts';
import { Toolbar } from '../../parts/list/toolbar.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { MailList } from '../../parts/mail-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';

const STATES: TypeOf<'MailState'>[] = ['PENDING', 'SENT', 'DEAD'];
const KINDS: TypeOf<'MailKind'>[] = ['INVITATION', 'RESET_PASSWORD', 'VERIFY_EMAIL', 'CHANGE_EMAIL', 'SECURITY_NOTICE'];

/** The outbox. */
export function MailsPage() {
  const state = useListState(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const { q } = state.url;
  const chosen = STATES.find((each) => each === state.url['state']);
  const kind = KINDS.find((each) => each === state.url['kind']);
  const where: TypeOf<'MailWhere'> = {
    ...(chosen && { state: { eq: chosen } }),
    ...(kind && { kind: { eq: kind } }),
    ...(q && { to: { startsWith: q.toLowerCase() } }),
  };
  return (
    <>
      <PageHead title={t('nav.mails')}>
        <ButtonTo to="/mails/templates" variant="default">
          {t('templates.title')}
        </ButtonTo>
      </PageHead>
      <Toolbar
        state={state}
        search={t('search.address')}
        filters={[
          {
            name: 'state',
            label: t('state'),
            choices: STATES.map((value) => ({ value, label: named('state', value) })),
          },
          {
            name: 'kind',
            label: t('mail.kind'),
            choices: KINDS.map((value) => ({ value, label: named('mail', value) })),
          },
        ]}
      />
      <MailList where={where} />
    </>
  );
}
