import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { notFound } from '../../ground/kernel/errors.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Branding } from './branding.entity.ts';
import type { OwnTexts } from './own-texts.ts';

/** How long another server's change may go unnoticed. A change by this server counts at once. */
const REMEMBERED_MS = 10_000;
/** The most characters of texts that are remembered. */
const REMEMBERED_SIZE = 4_000_000;

/** What pages and mails of a customer look like and say. */
export interface Brand {
  readonly customerId: string;
  /** What the customer is called: by its branding, or else its name. */
  readonly name: string;
  /** Whether the branding has a name of its own, which then stands where the product's does. */
  readonly isNamed: boolean;
  readonly color: string | null;
  readonly hasLogo: boolean;
  readonly texts: OwnTexts;
}

/** The brands of customers, remembered for a few seconds: every page and mail asks, and they hardly ever change. */
export class Brands {
  private readonly known = new LRUCache<string, Brand>({
    maxSize: REMEMBERED_SIZE,
    sizeCalculation: ({ texts }) => 500 + JSON.stringify(texts).length,
    ttl: REMEMBERED_MS,
  });

  constructor(private readonly runtime: Runtime) {}

  /** The brand of a customer that exists. A caller in a unit of work passes its manager. */
  async of(customerId: string, em?: EntityManager): Promise<Brand> {
    const found = await this.find(customerId, em);
    if (!found) throw notFound('customer');
    return found;
  }

  /** The same. Null if there is no such customer. */
  async find(customerId: string, em: EntityManager = this.runtime.fork()): Promise<Brand | null> {
    const known = this.known.get(customerId);
    if (known) return known;
    const options = { populate: ['customer'], disableIdentityMap: true } as const;
    const branding = await em.findOne(Branding, { customerId }, options);
    if (!branding) return null;
    const { name = null, color = null, logoType, texts, customer } = branding;
    const look = { color, hasLogo: Boolean(logoType) };
    const brand = { customerId, name: name ?? customer.name, isNamed: name !== null, ...look, texts };
    this.known.set(customerId, brand);
    return brand;
  }

  /** Forgets a brand that this server has changed. */
  forget(customerId: string): void {
    this.known.delete(customerId);
  }
}
