import { Bell } from '../../ground/jobs/bell.ts';

/** Rings when a session has ended. Otherwise its clients are told at the worker's next look, seconds later. */
export class LogoutBell extends Bell {}
