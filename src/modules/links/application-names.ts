import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * What applications are called. The clients know it, which are above this module. So whoever puts the server together says
 * how to ask them.
 */
export class ApplicationNames {
  /** The name of the customer's application at an address. Null if there is none, or more than one. */
  find: (em: EntityManager, customerId: string, url: string) => Promise<string | null> = () => Promise.resolve(null);
}
