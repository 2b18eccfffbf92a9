import type { Module } from '../../ground/jobs/module.ts';
import { Branding } from './branding.entity.ts';

export const brandingModule: Module = {
  entities: [Branding],
};
