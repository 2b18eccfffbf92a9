import { Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page with several accounts of the user shows. It posts `customer`, the id of one. */
export interface ChooseCustomerContext extends PageContext, FormContext {
  customers: readonly { readonly id: string; readonly name: string }[];
}

/** The page that asks which organization to sign in to, after a password that is right for several. */
export function renderChooseCustomer(context: ChooseCustomerContext): string {
  return page(context, (t) => ({
    title: t('chooseCustomer.title'),
    children: (
      <>
        <h1>{t('chooseCustomer.title')}</h1>
        <p class="lead">{t('chooseCustomer.lead')}</p>
        <Form t={t} context={context}>
          <div class="choice stacked">
            {context.customers.map(({ id, name }) => (
              <button type="submit" name="customer" value={id} class="quiet">
                <bdi>{name}</bdi>
              </button>
            ))}
          </div>
        </Form>
      </>
    ),
  }));
}
