import { Icon } from './icon.tsx';
import { page, type PageContext } from './layout.tsx';
import { Link } from './link.tsx';

/** What the page after signing out shows. */
export interface LoggedOutContext extends PageContext {
  /** The application to return to, if it requested the logout. */
  returnTo?: { href: string; clientName?: string | null | undefined } | null | undefined;
  /** The link to sign in again. Shown if there is no application to return to. */
  signInHref?: string | undefined;
}

/** The page after signing out. */
export function renderLoggedOut(context: LoggedOutContext): string {
  const { returnTo, signInHref } = context;
  return page(context, (t) => ({
    title: t('loggedOut.title'),
    children: (
      <>
        <Icon kind="done" />
        <h1>{t('loggedOut.title')}</h1>
        <p class="lead">{t('loggedOut.lead')}</p>
        {returnTo && (
          <Link href={returnTo.href} class="button">
            <span>
              {returnTo.clientName
                ? t.rich('loggedOut.back', { client: <bdi>{returnTo.clientName}</bdi> })
                : t('loggedOut.backUnnamed')}
            </span>
          </Link>
        )}
        {!returnTo && signInHref && (
          <Link href={signInHref} class="button quiet">
            {t('loggedOut.signIn')}
          </Link>
        )}
      </>
    ),
  }));
}
