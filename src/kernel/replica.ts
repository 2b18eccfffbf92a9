import type { EntityManager } from '@mikro-orm/postgresql';

/** A copy of the database that PostgreSQL keeps up to date. */
export interface ReplicaReads {
  /** A unit of work that reads all that was written before. Null if the copy lacks some of it, or cannot be reached. */
  fork(): Promise<EntityManager | null>;
  /** Reads elsewhere for a while, because of this error. */
  rest(error: unknown): void;
}

/** Where lists may be read. Without a replica, everything is read where it is written. */
export class Replica {
  reads: ReplicaReads | undefined;
}
