import type { Runtime } from '../../ground/kernel/runtime.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { brandStyle } from './brand-color.ts';
import { Branding } from './branding.entity.ts';
import { Brands } from './brands.ts';

/** A file of a customer's pages. */
export interface BrandFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The stylesheet of a customer's pages. Empty without branding, and for a customer that does not exist. */
export async function findBrandStyle(runtime: Runtime, customerId: string, logoHref: string): Promise<string> {
  const brand = isUuid(customerId) ? await runtime.get(Brands).find(customerId.toLowerCase()) : null;
  const logo = `header::before {
  content: ""; display: block; height: 3rem; margin-bottom: .5rem;
  background: url("${logoHref}") center / contain no-repeat;
}
header .mark { display: none; }
`;
  return `${brand?.color ? brandStyle(brand.color) : ''}${brand?.hasLogo ? logo : ''}`;
}

/** The logo of a customer, if there is one. */
export async function findLogo(runtime: Runtime, customerId: string): Promise<BrandFile | null> {
  const found = isUuid(customerId)
    ? await runtime.fork().findOne(Branding, { customerId }, { populate: ['logo'] })
    : null;
  return found?.logo && found.logoType ? { type: found.logoType, body: found.logo } : null;
}
