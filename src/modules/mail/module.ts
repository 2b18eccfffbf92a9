import type { Module } from '../../jobs/module.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

export const mailModule: Module = {
  entities: [OutboxMail],
  background: async () => (await import('./background.ts')).background,
};
