/**
 * The first schema: what the first release began with, one file for each part of it. Later migrations have what has come since.
 * Only `0001-schema.ts` uses it.
 */
import { attributes } from './attributes.ts';
import { clients } from './clients.ts';
import { customers } from './customers.ts';
import { factors } from './factors.ts';
import { grants } from './grants.ts';
import { groups } from './groups.ts';
import { links } from './links.ts';
import { outboxes } from './outboxes.ts';
import { server } from './server.ts';
import { sessions } from './sessions.ts';
import { trail } from './trail.ts';
import { transfers } from './transfers.ts';
import { users } from './users.ts';

/**
 * The statements, owners before what they own. An empty line ends a statement. The indexes of a table are in the order of their
 * names, with the primary key last where several are unique: PostgreSQL takes the youngest of those that seem equal, and so it
 * is after a dump, too.
 */
export const schema: readonly string[] = [
  'create extension if not exists pg_trgm',
  customers,
  users,
  groups,
  clients,
  attributes,
  sessions,
  factors,
  grants,
  links,
  outboxes,
  transfers,
  trail,
  server,
].flatMap((part) => part.trim().split(/\n{2,}/));
