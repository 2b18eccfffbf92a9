import { Bell } from '../../jobs/bell.ts';

/** Tells the recovery worker of this process that somebody has forgotten their password. */
export class RecoveryBell extends Bell {}
