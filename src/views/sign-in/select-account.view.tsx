import { ClientLogo, Letter, Name, type ClientContext } from '../parts/client.tsx';
import { Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the account chooser shows. It posts `decision`, which is `continue` or `another`, or `account`, the id of another. */
export interface SelectAccountContext extends PageContext, FormContext {
  client?: ClientContext | null | undefined;
  /** The signed-in account. */
  email: string;
  /** Other accounts of this browser. */
  others?: readonly { readonly id: string; readonly email: string }[] | undefined;
}

/** The page that asks whether to continue with the signed-in account. */
export function renderSelectAccount(context: SelectAccountContext): string {
  const { client, email, others = [] } = context;
  return page(context, (t) => ({
    title: t('selectAccount.title'),
    children: (
      <>
        {client && <ClientLogo client={client} />}
        <h1>{t('selectAccount.title')}</h1>
        {client && <p class="lead">{t.rich('selectAccount.toClient', { client: <Name>{client.name}</Name> })}</p>}
        <Form t={t} context={context}>
          <div class="choice stacked">
            <button type="submit" name="decision" value="continue" class="quiet account">
              <Letter of={email} />
              <span>{t.rich('selectAccount.continue', { email: <bdi>{email}</bdi> })}</span>
            </button>
            {others.map((other) => (
              <button type="submit" name="account" value={other.id} class="quiet account">
                <Letter of={other.email} />
                <bdi>{other.email}</bdi>
              </button>
            ))}
            <button type="submit" name="decision" value="another" class="quiet">
              {t('selectAccount.another')}
            </button>
          </div>
        </Form>
      </>
    ),
  }));
}
