import { Name } from './client.tsx';
import { page, type PageContext } from './layout.tsx';
import { Link } from './link.tsx';

/** What the home page of a signed-in user shows. */
export interface AccountContext extends PageContext {
  email: string;
  /** If it is not known, the page greets with the address. */
  name?: string | null | undefined;
  links?:
    | {
        changePassword?: string | undefined;
        sessions?: string | undefined;
        applications?: string | undefined;
        logout?: string | undefined;
      }
    | undefined;
}

/** The page after signing in without an application. */
export function renderAccount(context: AccountContext): string {
  const { email, links = {} } = context;
  const name = context.name || email;
  return page(context, (t) => {
    const items = [
      [links.changePassword, t('account.changePassword')],
      [links.sessions, t('account.sessions')],
      [links.applications, t('account.applications')],
      [links.logout, t('account.logout')],
    ] as const;
    return {
      title: t('account.title', { name }),
      children: (
        <>
          <h1>{t.rich('account.title', { name: <bdi>{name}</bdi> })}</h1>
          <p class="lead">{t.rich('account.lead', { email: <Name>{email}</Name> })}</p>
          {items.some(([href]) => href) && (
            <nav aria-label={t('account.navigation')}>
              <ul class="menu">
                {items.map(
                  ([href, text]) =>
                    href && (
                      <li>
                        <Link href={href}>{text}</Link>
                      </li>
                    ),
                )}
              </ul>
            </nav>
          )}
        </>
      ),
    };
  });
}
