import { ClientLogo, Name, Picture, type ClientContext } from '../parts/client.tsx';
import { Detail, type ShownDetail } from '../parts/detail.tsx';
import { deviceText, type Device } from '../parts/device.ts';
import { Form, type FormContext } from '../parts/form.tsx';
import { page, type PageContext } from '../parts/layout.tsx';
import { Link } from '../parts/link.tsx';
import type { MessageKey } from '../messages.ts';
import type { Translate } from '../translate.ts';

/** What the consent page shows. It posts `decision`, which is `allow`, `deny` or `another`. */
export interface ConsentContext extends PageContext, FormContext {
  client: ClientContext & {
    policyUri?: string | null | undefined;
    tosUri?: string | null | undefined;
    /** The user who registered it for themself. */
    registeredBy: { readonly name: string; readonly email: string } | null;
    /** `registered`: it registered itself. `document`: it describes itself at the address that is its id. */
    source?: string | undefined;
    id?: string | undefined;
  };
  customerName: string;
  email: string;
  /** The requested scopes. The page describes those it knows, and names the others. */
  scopes: readonly string[];
  /** The addresses of the resource servers that the access is for. */
  resources: readonly string[];
  /** The registered APIs among them, with the requested scopes of each. */
  apis?: readonly RequestedApi[] | undefined;
  /** The claims that it gets by name beyond the scopes, and those that were added to scopes that were allowed before. */
  claims?: readonly RequestedClaim[] | undefined;
  /** What it asks for in detail. */
  details?: readonly ShownDetail[] | undefined;
  /** The organization that the user acts for, if the client gets to know it. */
  organization?: string | null | undefined;
  /** Where the browser goes with the answer. */
  returnHost: string;
  /** The device that gets the access, if it is not this browser. */
  device?: ConsentDevice | null | undefined;
}

/** An API with what the client would get there. Whoever reads the page can leave out what is optional. */
interface RequestedApi {
  readonly identifier: string;
  readonly name: string;
  readonly logoUri?: string | null | undefined;
  readonly scopes: readonly RequestedScope[];
}

interface RequestedScope {
  readonly name: string;
  readonly sentence: string;
  readonly isOptional: boolean;
  /** Whether the box of an optional one is checked: the reader has not left it out before. */
  readonly isChosen: boolean;
}

/** A device that waits for the user, and where its request came from. */
interface ConsentDevice {
  /** The code that it shows. */
  userCode: string;
  device: Device;
  ipAddress: string;
  /** Null if it is not known. */
  location: string | null;
  askedAt: Date;
}

/** A claim as the page names it. */
interface RequestedClaim {
  readonly claim: string;
  /** What the customer calls it; null for a claim that every customer has. */
  readonly title: string | null;
}

type ScopeKey = Exclude<Extract<MessageKey, `scope.${string}`>, 'scope.other'>;

type Administration = 'scope.read' | 'scope.write' | 'scope.admin';

const descriptions = new Map<string, Record<'title' | 'detail', Exclude<ScopeKey, Administration>>>([
  ['openid', { title: 'scope.openid', detail: 'scope.openid.detail' }],
  ['profile', { title: 'scope.profile', detail: 'scope.profile.detail' }],
  ['email', { title: 'scope.email', detail: 'scope.email.detail' }],
  ['phone', { title: 'scope.phone', detail: 'scope.phone.detail' }],
  ['address', { title: 'scope.address', detail: 'scope.address.detail' }],
  ['groups', { title: 'scope.groups', detail: 'scope.groups.detail' }],
  ['organization', { title: 'scope.organization', detail: 'scope.organization.detail' }],
  ['offline_access', { title: 'scope.offline', detail: 'scope.offline.detail' }],
]);

const administration = new Map<string, Administration>([
  ['read', 'scope.read'],
  ['write', 'scope.write'],
  ['admin', 'scope.admin'],
]);

interface ScopeProps {
  t: Translate;
  scope: string;
  customer: string;
  /** Whether another line names the groups, which `openid` tells, too. */
  namesGroups: boolean;
}

function Scope({ t, scope, customer, namesGroups }: ScopeProps) {
  const isRest = scope === 'openid' && namesGroups;
  const detail = isRest ? 'scope.openid.identifier' : descriptions.get(scope)?.detail;
  return (
    <li>
      {scopeTitle(t, scope, customer)}
      {detail && <small>{t(detail)}</small>}
    </li>
  );
}

/** What a scope allows, in a few words. */
export function scopeTitle(t: Translate, scope: string, customer: string): string {
  const key = administration.get(scope);
  if (key) return t(key, { customer });
  const description = descriptions.get(scope);
  return description ? t(description.title) : t('scope.other', { scope });
}

type ClaimKey = Exclude<Extract<MessageKey, `claim.${string}`>, 'claim.see'>;

const claimKeys = new Map<string, ClaimKey>([
  ['name', 'claim.name'],
  ['given_name', 'claim.given_name'],
  ['family_name', 'claim.family_name'],
  ['middle_name', 'claim.middle_name'],
  ['nickname', 'claim.nickname'],
  ['preferred_username', 'claim.preferred_username'],
  ['picture', 'claim.picture'],
  ['profile', 'claim.profile'],
  ['website', 'claim.website'],
  ['gender', 'claim.gender'],
  ['birthdate', 'claim.birthdate'],
  ['zoneinfo', 'claim.zoneinfo'],
  ['locale', 'claim.locale'],
  ['updated_at', 'claim.updated_at'],
  ['email', 'claim.email'],
  ['email_verified', 'claim.email_verified'],
  ['phone_number', 'claim.phone_number'],
  ['phone_number_verified', 'claim.phone_number_verified'],
  ['address', 'claim.address'],
  ['groups', 'claim.groups'],
  ['organization', 'claim.organization'],
]);

/** What a claim tells, in a few words. */
export function claimTitle(t: Translate, claim: string, title: string | null): string {
  const key = claimKeys.get(claim);
  return t('claim.see', { what: key ? t(key) : (title ?? claim) });
}

/** Names an API, and what the client would get there. The form has a field for each scope that can be left out. */
function AtApi({ t, api: { name, logoUri, scopes }, at }: { t: Translate; api: RequestedApi; at: number }) {
  return (
    <>
      <p class="api">
        <Picture of={logoUri} />
        <span>{t.rich('consent.api', { api: <Name>{name}</Name> })}</span>
      </p>
      <ul class="scopes">
        {scopes.map((scope, n) => (
          <li class={scope.isOptional ? 'choosable' : undefined}>
            {scope.isOptional ? <Optional scope={scope} id={`scope-${at}-${n}`} /> : <bdi>{scope.sentence}</bdi>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Optional({ scope: { name, sentence, isChosen }, id }: { scope: RequestedScope; id: string }) {
  return (
    <div class="check">
      <input type="checkbox" id={id} name={`scope ${name}`} value="1" checked={isChosen} />
      <label for={id}>
        <bdi>{sentence}</bdi>
      </label>
    </div>
  );
}

/** Names the user who registered an application that is not the customer's own. */
function RegisteredBy({ t, by, customer }: { t: Translate; by: { name: string; email: string }; customer: string }) {
  const values = { name: <Name>{by.name}</Name>, email: <bdi>{by.email}</bdi>, customer: <bdi>{customer}</bdi> };
  return <p class="warning">{t.rich('consent.registeredBy', values)}</p>;
}

/** Shows which device gets the access, so that nobody allows somebody else's. */
function OnDevice({ t, shown }: { t: Translate; shown: ConsentDevice }) {
  const { userCode, device, ipAddress, location, askedAt } = shown;
  const named = deviceText(t, device);
  return (
    <>
      <dl class="facts">
        <dt>{t('consent.device.code')}</dt>
        <dd>
          <strong>{userCode}</strong>
        </dd>
        {named !== null && (
          <>
            <dt>{t('consent.device.program')}</dt>
            <dd>
              <bdi>{named}</bdi>
            </dd>
          </>
        )}
        <dt>{t('consent.device.place')}</dt>
        <dd>
          {location === null ? (
            <bdi>{ipAddress}</bdi>
          ) : (
            t.rich('sessions.place', { ip: <bdi>{ipAddress}</bdi>, location: <bdi>{location}</bdi> })
          )}
        </dd>
        <dt>{t('consent.device.time')}</dt>
        <dd>
          <time datetime={askedAt.toISOString()}>{t.moment(askedAt)}</time>
        </dd>
      </dl>
      <p class="note">{t('consent.device.warning')}</p>
    </>
  );
}

/** The page that asks the user to allow what a client requests. */
export function renderConsent(context: ConsentContext): string {
  const {
    client,
    customerName,
    email,
    scopes,
    resources,
    apis = [],
    claims: named = [],
    details = [],
    organization,
    returnHost,
    device,
  } = context;
  const ofApis = new Set(apis.flatMap((api) => [api.identifier, ...api.scopes.map(({ name }) => name)]));
  const others = resources.filter((resource) => !ofApis.has(resource));
  const namesGroups = scopes.includes('groups') || named.some(({ claim }) => claim === 'groups');
  return page(context, (t) => ({
    title: t('consent.title', { client: client.name }),
    children: (
      <>
        <ClientLogo client={client} />
        <h1>{t.rich('consent.title', { client: <bdi>{client.name}</bdi> })}</h1>
        <p class="lead">{t.rich('consent.lead', { email: <Name>{email}</Name> })}</p>
        {client.registeredBy && <RegisteredBy t={t} by={client.registeredBy} customer={customerName} />}
        {client.source === 'registered' && (
          <p class="warning">{t.rich('consent.registeredItself', { customer: <bdi>{customerName}</bdi> })}</p>
        )}
        {client.source === 'document' && (
          <p class="warning">
            {t.rich('consent.describesItself', {
              customer: <bdi>{customerName}</bdi>,
              host: <Name>{URL.parse(client.id ?? '')?.host ?? ''}</Name>,
            })}
          </p>
        )}
        <p>{t.rich('consent.scopes', { client: <Name>{client.name}</Name> })}</p>
        <ul class="scopes">
          {scopes
            .filter((scope) => !ofApis.has(scope))
            .map((scope) => (
              <Scope t={t} scope={scope} customer={customerName} namesGroups={namesGroups} />
            ))}
          {named.map(({ claim, title }) => (
            <li>{claimTitle(t, claim, title)}</li>
          ))}
        </ul>
        {details.length > 0 && (
          <>
            <p>{t('consent.details')}</p>
            <ul class="scopes">
              {details.map((detail) => (
                <Detail t={t} detail={detail} />
              ))}
            </ul>
          </>
        )}
        {organization && <p>{t.rich('consent.organization', { organization: <Name>{organization}</Name> })}</p>}
        {others.length > 0 && (
          <>
            <p>{t('consent.resources')}</p>
            <ul class="scopes">
              {others.map((resource) => (
                <li>
                  <Name>{resource}</Name>
                </li>
              ))}
            </ul>
          </>
        )}
        <Form t={t} context={context}>
          {apis.map((api, n) => (
            <AtApi t={t} api={api} at={n} />
          ))}
          {device ? (
            <OnDevice t={t} shown={device} />
          ) : (
            <p>{t.rich('consent.returnTo', { host: <Name>{returnHost}</Name> })}</p>
          )}
          <div class="choice">
            <button type="submit" name="decision" value="deny" class="quiet">
              {t('consent.deny')}
            </button>
            <button type="submit" name="decision" value="allow">
              {t('consent.allow')}
            </button>
          </div>
          <button type="submit" name="decision" value="another" class="plain">
            {t('login.another')}
          </button>
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
