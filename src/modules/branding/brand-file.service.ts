import type { Runtime } from '../../kernel/runtime.ts';
import { isUuid } from '../../kernel/ids.ts';
import { brandStyle } from './brand-color.ts';
import { Branding } from './branding.entity.ts';

/** What pages of a customer look like. Both are null for a customer that does not exist. */
export interface BrandFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The stylesheet of a customer's pages. Empty without branding, and for a customer that does not exist. */
export async function findBrandStyle(runtime: Runtime, customerId: string, logoHref: string): Promise<string> {
  const found = isUuid(customerId) ? await runtime.fork().findOne(Branding, { customerId }) : null;
  const { color, logoType } = found ?? {};
  const logo = `header::before {
  content: ""; display: block; height: 3rem; margin-bottom: .5rem;
  background: url("${logoHref}") center / contain no-repeat;
}
header .mark { display: none; }
`;
  return `${color ? brandStyle(color) : ''}${logoType ? logo : ''}`;
}

/** The logo of a customer, if there is one. */
export async function findLogo(runtime: Runtime, customerId: string): Promise<BrandFile | null> {
  const found = isUuid(customerId)
    ? await runtime.fork().findOne(Branding, { customerId }, { populate: ['logo'] })
    : null;
  return found?.logo && found.logoType ? { type: found.logoType, body: found.logo } : null;
}
