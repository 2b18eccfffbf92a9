import type { Module } from '../../jobs/module.ts';
import { FactorReminder } from './factor-reminder.entity.ts';

export const loginsModule: Module = {
  entities: [FactorReminder],
};
