import type { Module } from '../../ground/jobs/module.ts';
import { FactorReminder } from './factor-reminder.entity.ts';

export const loginsModule: Module = {
  entities: [FactorReminder],
};
