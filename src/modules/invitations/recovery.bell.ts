import { Bell } from '../../kernel/bell.ts';

/** Tells the recovery worker of this process that somebody has forgotten their password. */
export class RecoveryBell extends Bell {}
