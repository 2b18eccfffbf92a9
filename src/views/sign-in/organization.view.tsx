import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page that asks for an organization shows. It posts `organization`. */
export interface OrganizationContext extends PageContext, FormContext {
  organization?: string;
  error?: FormError<'unknown_organization'> | null;
}

/** The page that asks for the user's organization, if there are several and no application says which. */
export function renderOrganization(context: OrganizationContext): string {
  const { organization = '', error = null } = context;
  return page(context, (t) => ({
    title: t('login.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('login.title')}</h1>
        <p class="lead">{t('organization.lead')}</p>
        <Form t={t} context={context}>
          <Field
            name="organization"
            label={t('field.organization')}
            hint={t('organization.hint')}
            type="text"
            value={organization}
            autocomplete="organization"
            autofocus
            error={error}
          />
          <button type="submit">{t('organization.submit')}</button>
        </Form>
      </>
    ),
  }));
}
