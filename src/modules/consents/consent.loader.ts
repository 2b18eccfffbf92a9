import { orderBy } from '../../kernel/order.ts';
import { OwnedPages } from '../../kernel/page-loader.ts';
import { Consent } from './consent.entity.ts';

/** The consents of users, last confirmed first. */
export const consentPages = new OwnedPages(Consent, {
  owner: 'e.user_id = owner',
  order: orderBy(Consent, { updatedAt: 'desc' }),
});
