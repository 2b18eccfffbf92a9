import type { Client } from '../clients/client.entity.ts';

/** What decides whether a client may act at all, whatever it is registered for. */
export interface ClientStanding {
  readonly source: Client['source'];
  readonly expiresAt: Date | null;
  /** Whether the member who owns it may sign in; null for the customer's own clients. */
  readonly ownerIsActive: boolean | null;
}

/** Whether the owner of client `c` may sign in, as a column. */
export const ownerIsActive = (c: string): string =>
  `(select o.is_active from users o where o.id = ${c}.owner_id limit 1)`;

/** The columns of a ClientStanding, of client `c`. */
export const standingOf = (c: string): string =>
  `${c}.source, ${c}.expires_at as "expiresAt", ${ownerIsActive(c)} as "ownerIsActive"`;
