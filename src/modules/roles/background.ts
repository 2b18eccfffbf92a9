import type { Background } from '../../ground/jobs/module.ts';
import { roleAssignmentSweeper } from './role-assignment.sweep.ts';

export const background: Background = {
  sweepers: [roleAssignmentSweeper],
};
