import type { Module } from '../../ground/jobs/module.ts';
import { ExportLink } from './export-link.entity.ts';

export const exportsModule: Module = {
  entities: [ExportLink],
  background: async () => (await import('./background.ts')).background,
};
