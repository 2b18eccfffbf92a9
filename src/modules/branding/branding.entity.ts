import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import { version } from '../../ground/kernel/version.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { OwnTexts } from './own-texts.ts';

const BrandingSchema = defineEntity({
  name: 'Branding',
  tableName: 'brandings',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** What pages and mails call the customer. Null: its name. */
    name: p.text().nullable(),
    /** The main color of pages and mails, such as `#0b7a75`. */
    color: p.text().nullable(),
    logo: p.blob().$type<Buffer>().nullable().lazy().hidden(),
    /** Its media type. */
    logoType: p.text().nullable(),
    /** The customer's own texts. The others are the product's. */
    texts: p.json().$type<OwnTexts>().defaultRaw("'{}'::jsonb"),
    version: version(),
    updatedAt: p.datetime(),
  },
});

/** How the pages and mails of a customer look, and what they say. A trigger makes one for each new customer. */
export class Branding extends BrandingSchema.class {}
BrandingSchema.setClass(Branding);
