import type { PERMITTED, SubjectKind } from '../access/index.ts';
import { stepOf, type Step } from './paths.ts';
import type { AllowingRole } from './surroundings.ts';

/** Why somebody may use a scope, without the paths that lead there. */
export interface Reason {
  readonly reason: (typeof PERMITTED)[number];
  /** The roles that allow it. Empty if it takes none. */
  readonly through: readonly Step[];
}

/** The same as it is read, of the subject or the scope with this id. */
export interface StoredReason {
  readonly id: string;
  readonly requiresRole: boolean;
  /** Whether the scope is one of Guildhall itself. */
  readonly isOwn: boolean;
  readonly roles: readonly AllowingRole[];
}

/** The reason that decisions tell. */
export function reasonOf(kind: SubjectKind, found: StoredReason | undefined): Reason {
  if (found?.isOwn) return { reason: 'administrator', through: [] };
  if (kind !== 'client' && !found?.requiresRole) return { reason: 'everybody', through: [] };
  const through = (found?.roles ?? []).map((role) => stepOf('role', role));
  return { reason: kind === 'client' && through.length === 0 ? 'given' : 'role', through };
}
