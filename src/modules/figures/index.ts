/**
 * Figures for a dashboard: users, logins by day, the clients with the most logins, and what wants attention. Reads the
 * counters of the audit trail and what other modules keep, and writes nothing. Administrators read them.
 */
export { FiguresResolver } from './figures.resolver.ts';
export { permitSigningKeys } from './figures.service.ts';
export { ClientLoginsType } from './figures.type.ts';
