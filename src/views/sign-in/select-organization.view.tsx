import { ClientLogo, Letter, Name, type ClientContext } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/**
 * What the chooser of an organization shows. It posts the id as `organization`, a typed name as `name`, or the `decision`
 * `another`.
 */
export interface SelectOrganizationContext extends PageContext, FormContext {
  client: ClientContext;
  /** The signed-in account. */
  email: string;
  organizations: readonly { readonly id: string; readonly name: string }[];
  /** Whether the user belongs to others, which are not shown. */
  hasMore: boolean;
  /** Typed before. */
  name?: string | undefined;
  error?: FormError<'foreign_organization'> | null | undefined;
}

/** The page that asks which organization the user acts for. */
export function renderSelectOrganization(context: SelectOrganizationContext): string {
  const { client, email, organizations, hasMore, name = '', error } = context;
  return page(context, (t) => ({
    title: t('selectOrganization.title'),
    failed: Boolean(error),
    children: (
      <>
        <ClientLogo client={client} />
        <h1>{t('selectOrganization.title')}</h1>
        <p class="lead">
          {t.rich('selectOrganization.lead', { client: <Name>{client.name}</Name>, email: <Name>{email}</Name> })}
        </p>
        <Form t={t} context={context}>
          {/* The Enter key presses the first button, so the field comes before the others. */}
          {hasMore && (
            <>
              <Field
                name="name"
                label={t('selectOrganization.name')}
                type="text"
                autocomplete="organization"
                value={name}
                error={error}
              />
              <button type="submit">{t('selectOrganization.submit')}</button>
              <p>{t('selectOrganization.or')}</p>
            </>
          )}
          <div class="choice stacked">
            {organizations.map((organization) => (
              <button type="submit" name="organization" value={organization.id} class="quiet account" formnovalidate>
                <Letter of={organization.name} />
                <bdi>{organization.name}</bdi>
              </button>
            ))}
          </div>
          <button type="submit" name="decision" value="another" class="plain" formnovalidate>
            {t('login.another')}
          </button>
        </Form>
      </>
    ),
  }));
}
