/** What tokens say of a user's login and of the grant that came of it. Columns of `loginColumns`. */
export interface Login {
  readonly grantId: string;
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly authTime: Date;
  readonly amr: readonly string[];
  /** When the login ends at the latest. */
  readonly sessionExpiresAt: Date;
}

/** The columns of a Login, from grants under `g` and sessions under `s`. */
export const loginColumns = `g.id as "grantId", g.customer_id as "customerId", g.user_id as "userId",
  g.session_id as "sessionId", g.auth_time as "authTime", g.amr, s.expires_at as "sessionExpiresAt"`;

/**
 * The names of the groups of user `user` (a column). The names are read one by one by key: as a join, the planner may
 * prefer to read every group there is.
 */
export const groupNames = (user: string): string =>
  `array(select (select n.name from groups n where n.id = m.group_id)
         from memberships m where m.user_id = ${user})`;
