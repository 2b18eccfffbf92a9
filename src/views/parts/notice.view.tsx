import { Name } from './client.tsx';
import { Icon } from './icon.tsx';
import { page, type PageContext } from './layout.tsx';
import { Link } from './link.tsx';
import type { MessageKey } from '../messages.ts';

type Wording = Record<'title' | 'text', MessageKey> & { icon?: 'mail' | 'warning'; hint?: MessageKey };

const aboutAddress = {
  mail_sent: {
    icon: 'mail',
    title: 'notice.mailSent.title',
    text: 'notice.mailSent.text',
    hint: 'notice.mailSent.hint',
  },
  email_unproved: {
    icon: 'mail',
    title: 'notice.emailUnproved.title',
    text: 'notice.emailUnproved.text',
    hint: 'notice.emailUnproved.hint',
  },
  email_unvouched: {
    icon: 'warning',
    title: 'notice.emailUnvouched.title',
    text: 'notice.emailUnvouched.text',
  },
  email_change_sent: { icon: 'mail', title: 'notice.emailChangeSent.title', text: 'notice.emailChangeSent.text' },
  account_deleted: { title: 'notice.accountDeleted.title', text: 'notice.accountDeleted.text' },
  signed_up: { icon: 'mail', title: 'notice.signedUp.title', text: 'notice.signedUp.text' },
  email_verified: { title: 'notice.emailVerified.title', text: 'notice.emailVerified.text' },
  email_changed: { title: 'notice.emailChanged.title', text: 'notice.emailChanged.text' },
  email_change_canceled: {
    title: 'notice.emailChangeCanceled.title',
    text: 'notice.emailChangeCanceled.text',
  },
  account_activated: { title: 'notice.accountActivated.title', text: 'notice.accountActivated.text' },
  device_approved: { title: 'notice.deviceApproved.title', text: 'notice.deviceApproved.text' },
  password_set: { title: 'notice.passwordSet.title', text: 'notice.passwordSet.text' },
} as const satisfies Record<string, Wording>;

const general = {
  link_invalid: { icon: 'warning', title: 'notice.linkInvalid.title', text: 'notice.linkInvalid.text' },
  device_denied: { icon: 'warning', title: 'notice.deviceDenied.title', text: 'notice.deviceDenied.text' },
  device_gone: { icon: 'warning', title: 'notice.deviceGone.title', text: 'notice.deviceGone.text' },
  email_taken: { icon: 'warning', title: 'notice.emailTaken.title', text: 'notice.emailTaken.text' },
  password_changed: { title: 'notice.passwordChanged.title', text: 'notice.passwordChanged.text' },
} as const satisfies Record<string, Wording>;

const nextSteps = {
  sign_in: 'notice.next.signIn',
  account: 'notice.next.account',
  request_link: 'notice.next.requestLink',
  set_password: 'notice.next.setPassword',
  application: 'notice.next.application',
} as const satisfies Record<string, MessageKey>;

/** The notice. Some have an address. */
export type Notice =
  | { notice: keyof typeof aboutAddress; email: string }
  | { notice: keyof typeof general; email?: undefined };

/** What a notice page shows. */
export type NoticeContext = PageContext &
  Notice & {
    /** The next step. */
    next?: { to: keyof typeof nextSteps; href: string } | null | undefined;
  };

/** A page with one message and no form. */
export function renderNotice(context: NoticeContext): string {
  const { notice, email, next } = context;
  const wording = { ...aboutAddress, ...general }[notice];
  return page(context, (t) => ({
    title: t(wording.title),
    children: (
      <>
        <Icon kind={'icon' in wording ? wording.icon : 'done'} />
        <h1>{t(wording.title)}</h1>
        <p class="lead">{t.rich(wording.text, { email: <Name>{email ?? ''}</Name> })}</p>
        {'hint' in wording && <p class="hint">{t(wording.hint)}</p>}
        {next && (
          <Link href={next.href} class="button">
            {t(nextSteps[next.to])}
          </Link>
        )}
      </>
    ),
  }));
}
