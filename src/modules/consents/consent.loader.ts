import type { Loaded } from '@mikro-orm/postgresql';
import { firstRowsLoader } from '../../kernel/first-rows.ts';
import { Consent } from './consent.entity.ts';

/** A consent with the client it is for. */
export type ClientConsent = Loaded<Consent, 'client'>;

/** What users of the viewer's customer have allowed clients, the newest first. */
export const consentLoader = firstRowsLoader(Consent, {
  owner: 'userId',
  orderBy: { updatedAt: 'desc', clientId: 'asc' },
  node: 'client',
});
