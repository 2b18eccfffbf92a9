import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { Name } from '../parts/client.tsx';
import { Link } from '../parts/link.tsx';

/** What the home page of a signed-in user shows. */
export interface AccountContext extends AccountPageContext {
  email: string;
  /** If it is not known, the page greets with the address. */
  name: string | null;
  hasSecondFactor: boolean;
  /** Whether the user enters codes by email instead. */
  givesEmailCodes?: boolean | undefined;
  /** Whether the page invites to set up a second factor. */
  invites: boolean;
  /** For administrators; null for others. */
  consoleHref: string | null;
}

/** The page after signing in without an application. */
export function renderAccount(context: AccountContext): string {
  const { email, hasSecondFactor, givesEmailCodes, invites, consoleHref, places } = context;
  const name = context.name || email;
  return accountPage(context, (t) => {
    const without = t(givesEmailCodes ? 'account.twoStep.email' : 'account.twoStep.off');
    const tiles = [
      [places.profile, t('account.profile'), t('account.profile.detail')],
      [places.email, t('account.email'), email],
      [places.password, t('account.changePassword'), t('account.changePassword.detail')],
      [places.passkeys, t('account.passkeys'), t('account.passkeys.detail')],
      [places.twoStep, t('account.twoStep'), hasSecondFactor ? t('account.twoStep.on') : without],
      [places.sessions, t('account.sessions'), t('account.sessions.detail')],
      [places.applications, t('account.applications'), t('account.applications.detail')],
      [places.history, t('account.history'), t('account.history.detail')],
      [places.data, t('account.data'), t('account.data.detail')],
      [consoleHref, t('account.console'), t('account.console.detail')],
    ] as const;
    return {
      title: t('account.title', { name }),
      children: (
        <>
          <h1>{t.rich('account.title', { name: <bdi>{name}</bdi> })}</h1>
          <p class="lead">{t.rich('account.lead', { email: <Name>{email}</Name> })}</p>
          {invites && (
            <p class="note">
              {t('account.invite')} <Link href={places.twoStep}>{t('account.invite.link')}</Link>
            </p>
          )}
          <ul class="tiles">
            {tiles.map(
              ([href, title, detail]) =>
                href !== null && (
                  <li>
                    <Link href={href}>
                      {title}
                      <small>{detail}</small>
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </>
      ),
    };
  });
}
