import { SCOPES } from '../../ground/kernel/access.ts';

/** What a client wants of a user: columns, parameters or expressions. */
interface Wanted {
  /** The client's row, with its `id`, `customer_id` and `require_consent`. */
  readonly client: string;
  readonly user: string;
  /** The scopes that are compared with the consent. */
  readonly scopes: string;
  /** All scopes, some of which may be to administer; undefined if they are the same. */
  readonly allScopes?: string;
  readonly resources: string;
  /** The resources that are compared with the consent; undefined if they have been. */
  readonly newResources?: string;
  /** The claims by name; undefined without any. */
  readonly claims?: string;
}

/**
 * Whether what the user has allowed the client is enough. A client that needs no consent needs it to administer. All others need it
 * for every scope and resource, but for those of the customer's own APIs, which `is_first_party` marks. The authorization endpoint asks the
 * same of what it has read (`consent.check.ts`).
 */
export function consentSuffices(wanted: Wanted): string {
  const { client, user, scopes, allScopes = scopes, resources, newResources, claims } = wanted;
  const byName = claims === undefined ? '' : ` and ${claims} <@ k.claims`;
  const covered = (what: string): string => `exists (
       select from consents k
       where k.user_id = ${user} and k.client_id is not distinct from ${client}.id and ${what}${byName} offset 0)`;
  const all = `${scopes} <@ k.scopes${newResources === undefined ? '' : ` and ${newResources} <@ k.resources`}`;
  const isOurScope = `coalesce((
           select bool_and(e.is_first_party) from apis e, api_scopes i
           where e.customer_id = ${client}.customer_id and e.identifier = any(${resources}) and i.api_id = e.id
             and i.name = named.scope), false)`;
  const isOurApi = `exists (
           select from apis e where e.customer_id = ${client}.customer_id and e.identifier = named.resource
             and e.is_first_party offset 0)`;
  const resourcesSuffice =
    newResources === undefined
      ? ''
      : ` and not exists (
       select from unnest(${newResources}) named (resource)
       where not ${isOurApi} and not ${covered('named.resource = any(k.resources)')})`;
  return `(not ${client}.require_consent and not ${allScopes} && '{${SCOPES.join()}}' or ${covered(all)}
     or ${resources} <> '{}' and not exists (
       select from unnest(${scopes}) named (scope)
       where not ${covered('named.scope = any(k.scopes)')} and not ${isOurScope})${resourcesSuffice})`;
}
