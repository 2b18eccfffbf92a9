import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { Name } from '../parts/client.tsx';
import type { FormError } from '../parts/form-error.ts';
import { Field, Form, type FormContext } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';

/** What the page about one's data shows. Its form downloads the data. */
export interface OwnDataContext extends AccountPageContext, FormContext {
  /** Where the account can be deleted, if the customer lets users do so. */
  deleteHref: string | null;
}

/** The page from which users download what is stored about them. */
export function renderOwnData(context: OwnDataContext): string {
  const { deleteHref } = context;
  return accountPage(context, (t) => ({
    title: t('ownData.title'),
    children: (
      <>
        <h1>{t('ownData.title')}</h1>
        <p class="lead">{t('ownData.lead')}</p>
        <p>{t('ownData.contents')}</p>
        <Form t={t} context={context}>
          <button type="submit">{t('ownData.download')}</button>
          <p class="hint">{t('ownData.proof')}</p>
        </Form>
        <h2>{t('deletion.title')}</h2>
        {deleteHref === null ? (
          <p>{t('deletion.off')}</p>
        ) : (
          <p>
            {t('deletion.lead')} <Link href={deleteHref}>{t('deletion.open')}</Link>
          </p>
        )}
      </>
    ),
  }));
}

/** What the page that deletes the account shows. It posts `confirmation`, the user's address. */
export interface DeletionContext extends AccountPageContext, FormContext {
  email: string;
  /** Typed before. */
  typed: string;
  error: FormError<'wrong_confirmation' | 'last_administrator'> | null;
}

/** The page that asks users to name the account before it is deleted. */
export function renderDeletion(context: DeletionContext): string {
  const { email, typed, error, places } = context;
  return accountPage(context, (t) => ({
    title: t('deletion.title'),
    failed: Boolean(error),
    children: (
      <>
        <h1>{t('deletion.title')}</h1>
        <p class="lead">{t.rich('deletion.warning', { email: <Name>{email}</Name> })}</p>
        <p>{t('deletion.consequences')}</p>
        <Form t={t} context={context}>
          <Field
            name="confirmation"
            label={t('deletion.field')}
            hint={t('deletion.hint', { email })}
            type="email"
            autocomplete="off"
            value={typed}
            error={error}
          />
          <button type="submit" class="danger">
            {t('deletion.submit')}
          </button>
        </Form>
        <p>
          <Link href={places.data}>{t('deletion.back')}</Link>
        </p>
      </>
    ),
  }));
}
