import type { TypeOf } from '../../graph/graphql.ts';
import { duration, t } from '../../messages/index.ts';
import type { Draft, Field } from '../../parts/fields.tsx';
import { GRANTS, METHODS, namesOf } from '../applications/client-fields.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const LIFETIMES = [HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];

const lifetimes = () => LIFETIMES.map((seconds) => ({ value: String(seconds), label: duration(seconds) }));

/** What a new token may let applications register. */
export const tokenFields = (scopes: readonly string[]): Field[] => [
  { name: 'name', label: t('registration.name'), kind: 'text', required: true, help: t('registration.nameHelp') },
  {
    name: 'redirectHosts',
    label: t('registration.hosts'),
    kind: 'lines',
    required: true,
    help: t('registration.hostsHelp'),
  },
  { name: 'clientsMax', label: t('registration.clientsMax'), kind: 'number', help: t('registration.clientsMaxHelp') },
  { name: 'lifetime', label: t('registration.lifetime'), kind: 'choice', choices: lifetimes() },
  {
    name: 'clientLifetime',
    label: t('registration.clientLifetime'),
    kind: 'choice',
    choices: [{ value: '', label: t('registration.unlimited') }, ...lifetimes()],
  },
  { name: 'scopes', label: t('client.scopes'), kind: 'choices', choices: namesOf(scopes, 'scope') },
  { name: 'grantTypes', label: t('client.grantTypes'), kind: 'choices', choices: namesOf(GRANTS, 'grant') },
  {
    name: 'tokenEndpointAuthMethods',
    label: t('client.method'),
    kind: 'choices',
    choices: namesOf([...METHODS, 'NONE'], 'method'),
  },
  {
    name: 'requireNonce',
    label: t('client.requireNonce'),
    kind: 'switch',
    help: t('client.requireNonceHelp'),
  },
  { name: 'resources', label: t('client.resources'), kind: 'lines', help: t('registration.resourcesHelp') },
  {
    name: 'authorizationDetailsTypes',
    label: t('client.detailsTypes'),
    kind: 'lines',
    help: t('client.detailsTypesHelp'),
  },
  { name: 'statementIssuer', label: t('registration.issuer'), kind: 'text', help: t('registration.issuerHelp') },
  { name: 'statementJwks', label: t('registration.jwks'), kind: 'json' },
];

/** The input of the schema, from what the form says. */
export function inputOf(draft: Draft): TypeOf<'CreateInitialAccessTokenInput'> {
  const times = ['lifetime', 'clientLifetime'].filter((name) => name in draft);
  const read = Object.fromEntries(times.map((name) => [name, Number(draft[name])]));
  return { name: '', redirectHosts: [], ...draft, ...read };
}
