import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { Consent } from './consent.entity.ts';
import { consentListing } from './consent.filter.ts';

/** The consents of the viewer's customer by id. */
export const consentLoader = entityLoader(Consent);

/** The consents for clients, last confirmed first. An index walks them in this order. */
export const clientConsentPages = new OwnedPages(Consent, {
  owner: 'e.client_id = owner',
  ownerType: 'text',
  order: orderBy(Consent, { updatedAt: 'desc' }),
});

/** The consents of users, last confirmed first. */
export const consentPages = new OwnedPages(Consent, {
  owner: 'e.user_id = owner',
  order: orderBy(Consent, { updatedAt: 'desc' }),
  listing: consentListing,
});
