import type { Answered, Party } from '../party.ts';

/** What is asked of each server, by a name in which a table can be read. */
export type Cases = Readonly<Record<string, (party: Party) => Promise<Answered>>>;
