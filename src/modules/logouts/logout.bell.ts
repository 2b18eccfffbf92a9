import { Bell } from '../../jobs/bell.ts';

/** Rung when a session has ended; without that its clients hear of it at the worker's next look, seconds later. */
export class LogoutBell extends Bell {}
