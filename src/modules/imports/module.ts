import type { Module } from '../../ground/jobs/module.ts';
import { UserImportChunk } from './user-import-chunk.entity.ts';
import { UserImportFault } from './user-import-fault.entity.ts';
import { UserImport } from './user-import.entity.ts';

export const importsModule: Module = {
  entities: [UserImport, UserImportChunk, UserImportFault],
  background: async () => (await import('./background.ts')).background,
};
