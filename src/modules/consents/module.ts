import type { Module } from '../../ground/jobs/module.ts';
import { Consent } from './consent.entity.ts';

export const consentsModule: Module = {
  entities: [Consent],
};
