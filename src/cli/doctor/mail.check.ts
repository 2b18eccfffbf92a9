import { ok, type Finding } from './check.ts';

/** Whether mail can be sent. */
export const checkMail = (): Finding => ok('Not configured; no mail is sent.');
