import type { Module } from '../../ground/jobs/module.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

export const mailModule: Module = {
  entities: [OutboxMail],
  background: async () => (await import('./background.ts')).background,
};
