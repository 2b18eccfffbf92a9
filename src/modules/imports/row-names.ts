import type { NamedRole } from '../roles/index.ts';

/** What rows name, by their names: the ids of organizations and groups, and roles. */
export interface Names {
  readonly organizations: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, NamedRole>;
  /** The present, which ends of roles come after. */
  readonly now: Date;
}
