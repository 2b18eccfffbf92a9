import { areCovered, type AuthorizationDetail } from '../../ground/kernel/authorization-details.ts';
import { areMembersOf } from '../../ground/kernel/authorization-details-schema.ts';
import { listedAs } from '../../ground/kernel/resource-uri.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { isStorable } from '../../ground/kernel/text.ts';
import { OAuthError } from './errors.ts';

/** The longest `authorization_details`, in characters, and the most of them. */
const LENGTH_MAX = 4096;
const DETAILS_MAX = 16;

/** The deepest nesting of a member, and the most items of a list. */
const DEPTH_MAX = 8;
const ITEMS_MAX = 100;

/** What a client is registered for. */
interface Registered {
  readonly authorizationDetailsTypes: readonly string[];
  readonly resources: readonly string[];
}

/** What a request asks for in detail, or why it may not. */
interface AskedDetails {
  readonly details: readonly AuthorizationDetail[];
  readonly detailsFault: string | undefined;
}

const NONE: AskedDetails = { details: [], detailsFault: undefined };

/** What `authorization_details` asks for (RFC 9396 §2). Without types, the server does not know the parameter. */
export function askedDetails(settings: Settings, client: Registered, text: string | undefined): AskedDetails {
  const { types } = settings.authorizationDetails;
  if (text === undefined || types.size === 0) return NONE;
  const faulty = (detailsFault: string): AskedDetails => ({ details: [], detailsFault });
  const details = text.length > LENGTH_MAX ? null : parse(text)?.map((detail) => placed(detail, client));
  if (!details || details.length === 0 || details.length > DETAILS_MAX)
    return faulty(
      `authorization_details is not a JSON array of 1 to ${DETAILS_MAX} objects with a type, or has over ${LENGTH_MAX} characters.`,
    );
  for (const { type, ...members } of details) {
    // RFC 9396 §5: also for a client that is not registered for the type.
    if (!client.authorizationDetailsTypes.includes(type))
      return faulty('The client is not registered for a requested type of authorization_details.');
    const known = types.get(type);
    if (!known || !areMembersOf(known, members))
      return faulty('A member of authorization_details is unknown, missing or wrong for its type.');
  }
  if (!locationsOf(details).every((location) => client.resources.includes(location)))
    return faulty('The client is not registered for a location of authorization_details.');
  return { details, detailsFault: undefined };
}

/** RFC 9396 §2.2: the detail with its resource servers as the client is registered for them. */
const placed = (detail: AuthorizationDetail, { resources }: Registered): AuthorizationDetail =>
  Array.isArray(detail.locations) && detail.locations.every((location) => typeof location === 'string')
    ? { ...detail, locations: detail.locations.map((location) => listedAs(location, resources) ?? location) }
    : detail;

/** The same at the token endpoint: null if the request asks for none; `invalid_authorization_details`. */
export function requestedDetails(
  settings: Settings,
  client: Registered,
  text: string | undefined,
): readonly AuthorizationDetail[] | null {
  const { details, detailsFault } = askedDetails(settings, client, text);
  if (detailsFault !== undefined) throw invalidDetails(detailsFault);
  return details.length > 0 ? details : null;
}

export const invalidDetails = (description: string): OAuthError =>
  new OAuthError('invalid_authorization_details', description);

/** RFC 9396 §6: a token has no more than its grant. */
export const detailsNotAuthorized = (): OAuthError =>
  invalidDetails('The request asks for authorization_details that were not authorized.');

/** The requested details; `invalid_authorization_details` if they are not among what was authorized. */
export function onlyAuthorized(
  asked: readonly AuthorizationDetail[],
  authorized: readonly AuthorizationDetail[],
): readonly AuthorizationDetail[] {
  if (areCovered(asked, authorized)) return asked;
  throw detailsNotAuthorized();
}

/** The distinct resource servers that the details name. */
export const locationsOf = (details: readonly AuthorizationDetail[]): readonly string[] => [
  ...new Set(details.flatMap(({ locations = [] }) => locations)),
];

/**
 * What a token for these resources (empty for this server) has of the details: those of types that the client still has, for
 * any resource server or one of these (RFC 9396 §9).
 */
export const detailsFor = (
  settings: Settings,
  { authorizationDetailsTypes }: Pick<Registered, 'authorizationDetailsTypes'>,
  details: readonly AuthorizationDetail[],
  resources: readonly string[],
): readonly AuthorizationDetail[] =>
  details.filter(
    ({ type, locations }) =>
      authorizationDetailsTypes.includes(type) &&
      settings.authorizationDetails.types.has(type) &&
      (locations?.some((location) => resources.includes(location)) ?? true),
  );

/** The member of a token and of an answer; nothing without details. */
export const asMember = (details: readonly AuthorizationDetail[]) =>
  details.length > 0 ? { authorization_details: details } : {};

function parse(text: string): AuthorizationDetail[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) && json.every(isDetail) ? json : null;
  } catch {
    return null;
  }
}

const isDetail = (json: unknown): json is AuthorizationDetail =>
  typeof json === 'object' && json !== null && 'type' in json && typeof json.type === 'string' && isKept(json, 0);

/** Whether PostgreSQL and JSON keep the value as it is. */
function isKept(json: unknown, depth: number): boolean {
  if (typeof json === 'string') return isStorable(json);
  if (typeof json === 'number') return Number.isFinite(json);
  if (typeof json !== 'object' || json === null) return true;
  const entries = Object.entries(json);
  return (
    depth < DEPTH_MAX &&
    entries.length <= ITEMS_MAX &&
    entries.every(([name, value]) => name !== '__proto__' && isKept(name, depth) && isKept(value, depth + 1))
  );
}
