import { HOUR_SECONDS, sweeper, type Sweeper } from '../../ground/jobs/sweep.ts';
import { RoleAssignment } from './role-assignment.entity.ts';

/** Assignments of roles that have ended. */
export const roleAssignmentSweeper: Sweeper = sweeper(RoleAssignment, (before) => ({ expiresAt: { $lt: before } }), {
  keptSeconds: HOUR_SECONDS,
});
