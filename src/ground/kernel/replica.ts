import type { Database } from './database.ts';

/** A copy of the database that PostgreSQL keeps up to date. */
export interface ReplicaReads {
  /**
   * Reads on a connection that finds all that was written before. Null if the copy lacks some of it, cannot be reached, or
   * fails meanwhile.
   */
  read<Found>(work: (db: Database) => Promise<Found>): Promise<{ readonly found: Found } | null>;
}

/** Where lists may be read. Without a replica, everything is read where it is written. */
export class Replica {
  reads: ReplicaReads | undefined;
}
