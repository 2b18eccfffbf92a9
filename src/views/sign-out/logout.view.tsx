import { Name, type ClientContext } from '../parts/client.tsx';
import { Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the sign-out question shows. It posts `decision`, which is `logout` or `stay`. */
export interface LogoutContext extends PageContext, FormContext {
  email: string;
  /** The client that requested the logout, if any. */
  client?: ClientContext | null | undefined;
}

/** The page that asks before signing out. */
export function renderLogout(context: LogoutContext): string {
  const { client, email } = context;
  return page(context, (t) => ({
    title: t('logout.title'),
    children: (
      <>
        <h1>{t('logout.title')}</h1>
        {client && <p>{t.rich('logout.client', { client: <Name>{client.name}</Name> })}</p>}
        <p class="lead">{t.rich('logout.lead', { email: <Name>{email}</Name> })}</p>
        <Form t={t} context={context}>
          <div class="choice">
            <button type="submit" name="decision" value="stay" class="quiet">
              {t('logout.stay')}
            </button>
            <button type="submit" name="decision" value="logout">
              {t('logout.submit')}
            </button>
          </div>
        </Form>
      </>
    ),
  }));
}
