import type { Background } from '../../ground/jobs/module.ts';
import { resealMails } from './mail.reseal.ts';
import { mailSweepers } from './mail.sweep.ts';
import { startMailWorker } from './mail.worker.ts';
import { Outbox } from './outbox.ts';

export const background: Background = {
  jobs: [startMailWorker],
  bells: { mails: Outbox },
  sweepers: mailSweepers,
  reseals: { mails: resealMails },
};
