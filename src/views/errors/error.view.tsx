import { Icon } from '../parts/icon.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import type { MessageKey } from '../messages.ts';

const problems = {
  /** An authorization request that must not be answered by a redirect. */
  bad_request: { title: 'error.badRequest.title', text: 'error.badRequest.text' },
  /** The application forbids to ask the user, who has to be asked something. */
  no_silent_sign_in: { title: 'error.noSilentSignIn.title', text: 'error.noSilentSignIn.text' },
  /** The user is not one that the application asks for. */
  not_admitted: { title: 'error.notAdmitted.title', text: 'error.notAdmitted.text' },
  /** An invalid logout request of a client. */
  bad_logout: { title: 'error.badLogout.title', text: 'error.badLogout.text' },
  expired: { title: 'error.expired.title', text: 'error.expired.text' },
  /** The flow or CSRF token does not belong to this browser. */
  other_browser: { title: 'error.otherBrowser.title', text: 'error.otherBrowser.text' },
  /** The page was opened by a name of the host that is not the configured one. */
  other_host: { title: 'error.otherHost.title', text: 'error.otherHost.text' },
  /** An operation that the user has no permission for. */
  forbidden: { title: 'error.forbidden.title', text: 'error.forbidden.text' },
  not_found: { title: 'error.notFound.title', text: 'error.notFound.text' },
  /** An address for programs, opened in a browser. */
  for_programs: { title: 'error.forPrograms.title', text: 'error.forPrograms.text' },
  too_many: { title: 'error.tooMany.title', text: 'error.tooMany.text' },
  /** A mail that the page needs cannot be sent. */
  no_mail: { title: 'error.noMail.title', text: 'error.noMail.text' },
  unavailable: { title: 'error.unavailable.title', text: 'error.unavailable.text' },
  internal: { title: 'error.internal.title', text: 'error.internal.text' },
} as const satisfies Record<string, Record<'title' | 'text', MessageKey>>;

const nextSteps = {
  account: 'notice.next.account',
  start: 'error.next.start',
  sign_in: 'notice.next.signIn',
  sign_out: 'logout.submit',
} as const satisfies Record<string, MessageKey>;

/** The problems that have an error page. */
export type Problem = keyof typeof problems;

/** What an error page shows. */
export interface ErrorPageContext extends PageContext {
  problem: Problem;
  /** For the developers of an application, in English: `invalid_request: redirect_uri is not registered`. */
  detail?: string | null | undefined;
  requestId: string;
  /** The next step. */
  next?: { to: keyof typeof nextSteps; href: string } | null | undefined;
}

/** The page that says what went wrong, with the request id for the administrator. */
export function renderErrorPage(context: ErrorPageContext): string {
  const { title, text } = problems[context.problem];
  return page(context, (t) => ({
    title: t(title),
    failed: true,
    children: (
      <>
        <Icon kind="warning" />
        <h1>{t(title)}</h1>
        <p class="lead">{t(text)}</p>
        <dl class="facts">
          {context.detail && (
            <>
              <dt>{t('error.detail')}</dt>
              <dd>
                <code>{context.detail}</code>
              </dd>
            </>
          )}
          <dt>{t('error.requestId')}</dt>
          <dd>
            <code>{context.requestId}</code>
          </dd>
        </dl>
        {context.next && (
          <Link href={context.next.href} class="button">
            {t(nextSteps[context.next.to])}
          </Link>
        )}
      </>
    ),
  }));
}
