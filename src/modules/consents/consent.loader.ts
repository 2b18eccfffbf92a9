import { byKey } from '../../kernel/database.ts';
import { firstRowsLoader } from '../../kernel/first-rows.ts';
import { Consent } from './consent.entity.ts';

/** What pages show of a consent's client. */
export interface ConsentClient {
  readonly clientName: string;
  readonly logoUri: string | null;
}

/** A consent with its client. */
export type ClientConsent = Consent & ConsentClient;

/** Loads the consents of users of the viewer's customer, newest first. */
export const consentLoader = firstRowsLoader<Consent, ConsentClient>(Consent, {
  owner: 'userId',
  orderBy: 'e.updated_at desc, e.client_id',
  more: {
    columns: 'client.name as "clientName", client.logo_uri as "logoUri"',
    join: byKey('clients', 'client', 'e.client_id'),
  },
});
