import { createHash } from 'node:crypto';
import { ClientLogo, Name, type ClientContext } from '../parts/client.tsx';
import { Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';

/** What the page that posts an answer to a client shows. Its action is the client's address. */
export interface PostedAnswerContext extends PageContext, FormContext {
  client: ClientContext;
}

// The only script. No field of an answer is called `submit`, which would hide the method.
const SUBMIT = 'document.forms[0].submit()';

/** Its hash for the Content-Security-Policy. */
export const SUBMIT_HASH = `sha256-${createHash('sha256').update(SUBMIT).digest('base64')}`;

/** The page with a form that a script posts. Without scripts, the user presses its button. */
export function renderPostedAnswer(context: PostedAnswerContext): string {
  const { client } = context;
  return page(context, (t) => ({
    title: t('postedAnswer.title'),
    children: (
      <>
        <ClientLogo client={client} />
        <h1>{t('postedAnswer.title')}</h1>
        <p class="lead">{t.rich('postedAnswer.lead', { client: <Name>{client.name}</Name> })}</p>
        <Form t={t} context={context}>
          <button type="submit">{t('postedAnswer.submit')}</button>
        </Form>
        <script dangerouslySetInnerHTML={{ __html: SUBMIT }} />
      </>
    ),
  }));
}
