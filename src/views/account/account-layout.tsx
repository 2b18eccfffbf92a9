import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import type { MessageKey } from '../messages.ts';
import type { Translate } from '../translate.ts';

/** The pages of the account, in the order of the navigation. */
const PLACES = {
  overview: 'account.overview',
  profile: 'account.profile',
  email: 'account.email',
  password: 'account.changePassword',
  passkeys: 'account.passkeys',
  twoStep: 'account.twoStep',
  sessions: 'account.sessions',
  applications: 'account.applications',
  history: 'account.history',
  data: 'account.data',
  logout: 'account.logout',
} as const satisfies Record<string, MessageKey>;

/** The name of a page of the account. */
export type AccountPlace = keyof typeof PLACES;

/** What every page of the account shows beside its own content. */
export interface AccountPageContext extends PageContext {
  customerName: string;
  /** The page that the navigation marks. */
  current: AccountPlace;
  /** The addresses of all pages. */
  places: Readonly<Record<AccountPlace, string>>;
}

function Places({ t, context: { current, places } }: { t: Translate; context: AccountPageContext }) {
  return (
    <nav aria-label={t('account.navigation')}>
      <ul>
        {(Object.keys(PLACES) as AccountPlace[]).map((place) => (
          <li>
            <Link href={places[place]} aria-current={place === current ? 'page' : undefined}>
              {t(PLACES[place])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page of the account: its content beside the navigation, which narrow windows fold. */
export function accountPage(
  context: AccountPageContext,
  content: (t: Translate) => Omit<ReturnType<Parameters<typeof page>[1]>, 'side' | 'wide'>,
): string {
  return page(context, (t) => ({
    ...content(t),
    side: (
      <div class="side">
        <details>
          <summary>{t('account.navigation')}</summary>
          <Places t={t} context={context} />
        </details>
        <div class="open">
          <Places t={t} context={context} />
        </div>
      </div>
    ),
  }));
}
