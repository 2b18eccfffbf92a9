import { AccountField, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page of the link shows that the first start has printed. */
export interface FirstSignInContext extends PageContext, FormContext {
  email: string;
}

/** The page on which the administrator of a new development server signs in by a click. */
export function renderFirstSignIn(context: FirstSignInContext): string {
  return page(context, (t) => ({
    title: t('firstSignIn.title'),
    children: (
      <>
        <h1>{t('firstSignIn.title')}</h1>
        <p class="lead">{t('firstSignIn.lead')}</p>
        <Form t={t} context={context}>
          <AccountField t={t} email={context.email} />
          <button type="submit">{t('firstSignIn.submit')}</button>
        </Form>
      </>
    ),
  }));
}
