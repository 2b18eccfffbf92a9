import { composeMail, type Mail, type MailContext } from './mail-layout.tsx';

/** What the mail with a code to sign in says. */
export interface EmailCodeMailContext extends MailContext {
  code: string;
  /** How long the code works, in seconds. */
  lifeSeconds: number;
}

/** Has the code that a login asks for after the password. The code is in the body alone: subjects show on locked screens. */
export function renderEmailCodeMail(context: EmailCodeMailContext): Mail {
  const { code, lifeSeconds } = context;
  return composeMail('sign_in_code', context, (t) => ({
    subject: t('mail.signInCode.subject'),
    introduction: t('mail.signInCode.text', { life: t.duration(lifeSeconds) }),
    blocks: [{ kind: 'facts', facts: [{ term: t('field.code'), value: code }] }],
    closing: { kind: 'small', text: t('mail.signInCode.notYou') },
    values: { life: t.duration(lifeSeconds) },
  }));
}
