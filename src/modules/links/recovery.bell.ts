import { Bell } from '../../ground/jobs/bell.ts';

/** Tells the recovery worker of this process that there is a new request. */
export class RecoveryBell extends Bell {}
