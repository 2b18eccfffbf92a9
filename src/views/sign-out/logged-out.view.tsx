import { Icon } from '../parts/icon.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { isLinkable, Link } from '../parts/link.tsx';

/** How long the frames of the applications have to load, without scripts that could tell. */
const FRAMES_SECONDS = 3;

/** What the page after signing out shows. */
export interface LoggedOutContext extends PageContext {
  /** The application to return to, if it requested the logout. */
  returnTo?: { href: string; clientName?: string | null | undefined } | null | undefined;
  /** The link to sign in again. Shown if there is no application to return to. */
  signInHref?: string | undefined;
  /** What the applications want to be loaded, to end what they know of the session. */
  frames?: readonly string[] | undefined;
}

/** The page after signing out. */
export function renderLoggedOut(context: LoggedOutContext): string {
  const { returnTo, signInHref, frames = [] } = context;
  const goesOn = frames.length > 0 && returnTo && isLinkable(returnTo.href);
  return page(context, (t) => ({
    title: t('loggedOut.title'),
    refresh: goesOn ? { seconds: FRAMES_SECONDS, href: returnTo.href } : undefined,
    children: (
      <>
        <Icon kind="done" />
        <h1>{t('loggedOut.title')}</h1>
        <p class="lead">{t('loggedOut.lead')}</p>
        {frames.length > 0 && <p>{t('loggedOut.telling')}</p>}
        {frames.map((address) => (
          <iframe
            key={address}
            src={address}
            title={t('loggedOut.frame')}
            sandbox="allow-scripts allow-same-origin"
            hidden
          />
        ))}
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
