import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import type { Translate } from '../translate.ts';

interface Letter {
  to: string;
  subject: string;
  sentAt: Date;
}

/** What the list of the development mailbox shows, in the order given. */
export interface MailboxContext extends PageContext {
  mails: readonly (Letter & { href: string })[];
}

/** What the page of one mail shows: its text part, with the addresses in it as links. */
export interface MailPageContext extends PageContext, Letter {
  text: string;
  htmlHref: string;
  backHref: string;
}

function Moment({ t, time }: { t: Translate; time: Date }) {
  return <time datetime={time.toISOString()}>{t.moment(time)}</time>;
}

/** The mails a development server kept instead of sending them. */
export function renderMailbox(context: MailboxContext): string {
  return page(context, (t) => ({
    title: t('mailbox.title'),
    wide: true,
    children: (
      <>
        <h1>{t('mailbox.title')}</h1>
        <p class="lead">{t('mailbox.lead')}</p>
        {context.mails.length === 0 ? (
          <p class="empty">{t('mailbox.empty')}</p>
        ) : (
          <ul class="mails" aria-label={t('mailbox.list')}>
            {context.mails.map((mail) => (
              <li>
                <Link href={mail.href}>{mail.subject}</Link>
                <span>
                  <bdi>{mail.to}</bdi>
                </span>
                <Moment t={t} time={mail.sentAt} />
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  }));
}

/** One mail of the development mailbox. */
export function renderMail(context: MailPageContext): string {
  const pieces = context.text.split(/(https?:\/\/[^\s<>"]+)/);
  return page(context, (t) => ({
    title: context.subject,
    wide: true,
    children: (
      <>
        <h1>{context.subject}</h1>
        <dl class="facts">
          <dt>{t('mailbox.to')}</dt>
          <dd>{context.to}</dd>
          <dt>{t('mailbox.time')}</dt>
          <dd>
            <Moment t={t} time={context.sentAt} />
          </dd>
        </dl>
        <div class="letter-text">
          {pieces.map((piece, index) => (index % 2 === 0 ? piece : <Link href={piece}>{piece}</Link>))}
        </div>
        <p class="aside">
          <Link href={context.htmlHref}>{t('mailbox.html')}</Link>
        </p>
        <p class="aside">
          <Link href={context.backHref}>{t('mailbox.back')}</Link>
        </p>
      </>
    ),
  }));
}
