import type { Runtime } from '../../kernel/runtime.ts';
import { isUuid } from '../../kernel/ids.ts';
import { brandStyle } from './brand-color.ts';
import { Customer } from './customer.entity.ts';

/** What pages of a customer look like. Both are null for a customer that does not exist. */
export interface BrandFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The stylesheet of a customer's pages. Empty without branding, and for a customer that does not exist. */
export async function findBrandStyle(runtime: Runtime, customerId: string, logoHref: string): Promise<string> {
  const { brandColor, logoType } = (await find(runtime, customerId)) ?? {};
  const logo = `header::before {
  content: ""; display: block; height: 3rem; margin-bottom: .5rem;
  background: url("${logoHref}") center / contain no-repeat;
}
header .mark { display: none; }
`;
  return `${brandColor ? brandStyle(brandColor) : ''}${logoType ? logo : ''}`;
}

/** The logo of a customer, if there is one. */
export async function findLogo(runtime: Runtime, customerId: string): Promise<BrandFile | null> {
  const customer = isUuid(customerId)
    ? await runtime.fork().findOne(Customer, { id: customerId }, { populate: ['logo'] })
    : null;
  return customer?.logo && customer.logoType ? { type: customer.logoType, body: customer.logo } : null;
}

const find = (runtime: Runtime, id: string): Promise<Customer | null> =>
  isUuid(id) ? runtime.fork().findOne(Customer, { id }) : Promise.resolve(null);
