import type { TypeOf } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { filterBy } from '../../parts/list/toolbar.tsx';
import { ButtonTo } from '../../parts/link.tsx';
import { useMails } from '../../parts/mail-list.tsx';
import { useUrlState } from '../../url-state.ts';

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
  const [url] = useUrlState();
  const { q } = url;
  const kind = KINDS.find((each) => each === url['kind']);
  const where: Where = {
    ...STATES[url['state'] ?? ''],
    ...(kind && { kind: { eq: kind } }),
    ...(q && { to: { startsWith: q.toLowerCase() } }),
  };
  return (
    <ListPage
      title={t('nav.mails')}
      beside={
        <ButtonTo to="/mails/templates" variant="default">
          {t('templates.title')}
        </ButtonTo>
      }
      search={t('search.address')}
      filters={[
        filterBy('state', t('state'), 'state', Object.keys(STATES)),
        filterBy('kind', t('mail.kind'), 'mail', KINDS),
      ]}
      about={t('mail.about')}
      {...useMails(where)}
    />
  );
}
