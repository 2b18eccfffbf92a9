import { accountPage, type AccountPageContext } from './account-layout.tsx';
import { claimTitle, scopeTitle } from '../consent/consent.view.tsx';
import { Detail, type ShownDetail } from '../parts/detail.tsx';
import { Form, type FormContext } from '../parts/form.tsx';
import type { Translate } from '../translate.ts';

interface Application {
  clientId: string;
  clientName: string;
  scopes: readonly string[];
  /** What the scopes of registered APIs allow, which are not among the others. */
  sentences: readonly string[];
  /** What the user has left out, in the same words. */
  declined?: readonly string[] | undefined;
  /** The claims that it gets by name. */
  claims: readonly string[];
  /** What it asked for in detail when the user last allowed it such. */
  details: readonly ShownDetail[];
  updatedAt: Date;
}

/** What the list of applications with access shows. It posts `client`, the id of the one that loses it. */
export interface ApplicationsContext extends AccountPageContext, FormContext {
  applications: readonly Application[];
  customerName: string;
}

function Item({ t, application, customer }: { t: Translate; application: Application; customer: string }) {
  const { clientId, clientName, scopes, sentences, declined = [], claims, details, updatedAt } = application;
  const time = t.moment(updatedAt);
  return (
    <li>
      <strong>
        <bdi>{clientName}</bdi>
      </strong>
      <span>
        {[
          ...scopes.map((scope) => scopeTitle(t, scope, customer)),
          ...sentences,
          ...claims.map((claim) => claimTitle(t, claim, null)),
        ].join(' · ')}
      </span>
      {declined.length > 0 && <span>{t('applications.declined', { scopes: declined.join(' · ') })}</span>}
      {details.length > 0 && (
        <ul class="scopes">
          {details.map((detail) => (
            <Detail t={t} detail={detail} />
          ))}
        </ul>
      )}
      <span>{t.rich('applications.since', { time: <time datetime={updatedAt.toISOString()}>{time}</time> })}</span>
      <button
        type="submit"
        class="quiet"
        name="client"
        value={clientId}
        aria-label={t('applications.revokeNamed', { client: clientName })}
      >
        {t('applications.revoke')}
      </button>
    </li>
  );
}

/** The page that lists what the user has allowed applications, and revokes it. */
export function renderApplications(context: ApplicationsContext): string {
  const { applications, customerName } = context;
  return accountPage(context, (t) => ({
    title: t('applications.title'),
    children: (
      <>
        <h1>{t('applications.title')}</h1>
        <p class="lead">{t('applications.lead')}</p>
        <Form t={t} context={context}>
          {applications.length === 0 ? (
            <p class="empty">{t('applications.none')}</p>
          ) : (
            <ul class="sessions" aria-label={t('applications.list')}>
              {applications.map((application) => (
                <Item t={t} application={application} customer={customerName} />
              ))}
            </ul>
          )}
        </Form>
      </>
    ),
  }));
}
