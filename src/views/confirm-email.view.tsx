import { Name } from './client.tsx';
import { Form, type FormContext } from './form.tsx';
import { page, type PageContext } from './layout.tsx';
import type { MessageKey } from './messages.ts';

const variants = {
  verify: { title: 'confirmEmail.verify.title', lead: 'confirmEmail.verify.lead' },
  change: { title: 'confirmEmail.change.title', lead: 'confirmEmail.change.lead' },
} as const satisfies Record<string, Record<'title' | 'lead', MessageKey>>;

/** What the page behind a verification link shows. It posts nothing but its hidden values. */
export interface ConfirmEmailContext extends PageContext, FormContext {
  variant: keyof typeof variants;
  email: string;
}

/**
 * The page that asks for a click before an address counts as proved. Opening a link must not use it up: mail filters
 * open links before people do.
 */
export function renderConfirmEmail(context: ConfirmEmailContext): string {
  const { title, lead } = variants[context.variant];
  return page(context, (t) => ({
    title: t(title),
    children: (
      <>
        <h1>{t(title)}</h1>
        <p class="lead">{t.rich(lead, { email: <Name>{context.email}</Name> })}</p>
        <Form t={t} context={context}>
          <button type="submit">{t('confirmEmail.submit')}</button>
        </Form>
      </>
    ),
  }));
}
