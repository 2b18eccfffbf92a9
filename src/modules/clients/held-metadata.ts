import { fault } from '../../ground/kernel/errors.ts';
import type { ClientMetadata, HeldMetadata } from './client.entity.ts';

/** The lists of which the client may have less than an administrator has set. */
const LISTS = [
  'redirectUris',
  'postLogoutRedirectUris',
  'grantTypes',
  'scopes',
  'authorizationDetailsTypes',
] as const satisfies (keyof ClientMetadata)[];

/** The lists that let a client do more than sign users in. */
const POWERS = ['grantTypes', 'scopes', 'authorizationDetailsTypes'] as const satisfies (keyof ClientMetadata)[];

/**
 * What a client gets of the metadata that it asks for (RFC 7591 §3.2.1): what an administrator has set stays, and of lists the
 * client may leave something out. One that `mayGain` nothing keeps no more powers than it has.
 */
export function withinHeld(
  wanted: Partial<ClientMetadata>,
  client: ClientMetadata & { readonly heldMetadata: HeldMetadata },
  mayGain: boolean,
): Partial<ClientMetadata> {
  const { heldMetadata: held } = client;
  const got: Partial<ClientMetadata> = { ...wanted, ...pick(held, Object.keys(wanted)) };
  for (const field of LISTS) {
    const asked = wanted[field];
    if (asked === undefined) continue;
    const limits = [held[field], mayGain || !isPower(field) ? undefined : client[field]];
    got[field] = asked.filter((each) => limits.every((limit) => limit?.includes(each) ?? true));
    if (asked.length > 0 && got[field].length === 0) throw fault(field, 'nothing_allowed');
  }
  return got;
}

const isPower = (field: string): boolean => (POWERS as readonly string[]).includes(field);

const pick = (held: HeldMetadata, fields: readonly string[]): HeldMetadata =>
  Object.fromEntries(Object.entries(held).filter(([field]) => fields.includes(field)));
