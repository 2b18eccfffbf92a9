import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';

/** What the first page of the server shows to those who are not signed in. */
export interface StartContext extends PageContext {
  signInHref: string;
  consoleHref: string;
}

/** The page at the address of the server: it leads to the sign-in and to the console. */
export function renderStart(context: StartContext): string {
  return page(context, (t) => ({
    title: t('start.title'),
    children: (
      <>
        <h1>{t('start.title')}</h1>
        <p class="lead">{t('start.lead')}</p>
        <Link href={context.signInHref} class="button">
          {t('start.signIn')}
        </Link>
        <p class="aside">
          <Link href={context.consoleHref}>{t('start.console')}</Link>
        </p>
      </>
    ),
  }));
}
