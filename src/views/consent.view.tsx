import { ClientLogo, Name, type ClientContext } from './client.tsx';
import { Form, type FormContext } from './form.tsx';
import { page, type PageContext } from './layout.tsx';
import { Link } from './link.tsx';
import type { MessageKey } from './messages.ts';
import type { Translate } from './translate.ts';

/** What the consent page shows. It posts `decision`, which is `allow` or `deny`. */
export interface ConsentContext extends PageContext, FormContext {
  client: ClientContext & { policyUri?: string | null | undefined; tosUri?: string | null | undefined };
  email: string;
  /** The scopes asked for. Those the page knows are described, others stand by their name. */
  scopes: readonly string[];
}

type ScopeKey = Exclude<Extract<MessageKey, `scope.${string}`>, 'scope.other'>;

const descriptions = new Map<string, Record<'title' | 'detail', ScopeKey>>([
  ['openid', { title: 'scope.openid', detail: 'scope.openid.detail' }],
  ['profile', { title: 'scope.profile', detail: 'scope.profile.detail' }],
  ['email', { title: 'scope.email', detail: 'scope.email.detail' }],
  ['phone', { title: 'scope.phone', detail: 'scope.phone.detail' }],
  ['groups', { title: 'scope.groups', detail: 'scope.groups.detail' }],
  ['offline_access', { title: 'scope.offline', detail: 'scope.offline.detail' }],
]);

function Scope({ t, scope }: { t: Translate; scope: string }) {
  const description = descriptions.get(scope);
  if (!description) return <li>{t('scope.other', { scope })}</li>;
  return (
    <li>
      {t(description.title)}
      <small>{t(description.detail)}</small>
    </li>
  );
}

/** What a scope lets a client do, in a few words. */
export function scopeTitle(t: Translate, scope: string): string {
  const description = descriptions.get(scope);
  return description ? t(description.title) : t('scope.other', { scope });
}

/** The page that asks whether a client may have what it wants. */
export function renderConsent(context: ConsentContext): string {
  const { client, email, scopes } = context;
  return page(context, (t) => ({
    title: t('consent.title', { client: client.name }),
    children: (
      <>
        <ClientLogo client={client} />
        <h1>{t.rich('consent.title', { client: <bdi>{client.name}</bdi> })}</h1>
        <p class="lead">{t.rich('consent.lead', { email: <Name>{email}</Name> })}</p>
        <p>{t.rich('consent.scopes', { client: <Name>{client.name}</Name> })}</p>
        <ul class="scopes">
          {scopes.map((scope) => (
            <Scope t={t} scope={scope} />
          ))}
        </ul>
        <Form t={t} context={context}>
          <div class="choice">
            <button type="submit" name="decision" value="deny" class="quiet">
              {t('consent.deny')}
            </button>
            <button type="submit" name="decision" value="allow">
              {t('consent.allow')}
            </button>
          </div>
        </Form>
        {(client.policyUri || client.tosUri) && (
          <p class="aside">
            {t.rich('consent.documents', { client: <bdi>{client.name}</bdi> })}
            <br />
            {client.policyUri && <Link href={client.policyUri}>{t('consent.policy')}</Link>}
            {client.policyUri && client.tosUri && ' · '}
            {client.tosUri && <Link href={client.tosUri}>{t('consent.tos')}</Link>}
          </p>
        )}
      </>
    ),
  }));
}
