import type { Module } from '../../ground/jobs/module.ts';
import { Organization } from './organization.entity.ts';

export const organizationsModule: Module = {
  entities: [Organization],
};
