import type { TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { useListState } from '../../parts/list/list-state.ts';
import { Toolbar } from '../../parts/list/toolbar.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { MailList } from '../../parts/mail-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';

type Where = TypeOf<'MailWhere'>;

const STATES: Readonly<Record<string, Where>> = {
  PENDING: { state: { eq: 'PENDING' } },
  FAILING: { state: { eq: 'PENDING' }, attempts: { gt: 0 } },
  SENT: { state: { eq: 'SENT' } },
  DEAD: { state: { eq: 'DEAD' } },
};
const KINDS: TypeOf<'MailKind'>[] = [
  'INVITATION',
  'RESET_PASSWORD',
  'VERIFY_EMAIL',
  'CHANGE_EMAIL',
  'SIGN_IN_CODE',
  'SECURITY_NOTICE',
];

/** The outbox. */
export function MailsPage() {
  const state = useListState(['CREATED_AT'], { field: 'CREATED_AT', direction: 'DESC' });
  const { q } = state.url;
  const kind = KINDS.find((each) => each === state.url['kind']);
  const where: Where = {
    ...STATES[state.url['state'] ?? ''],
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
            choices: Object.keys(STATES).map((value) => ({ value, label: named('state', value) })),
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
