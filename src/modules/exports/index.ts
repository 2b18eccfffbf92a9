/**
 * Exports of what a customer has: users, groups, memberships, clients and the audit trail. Owns the links that download them
 * once. `src/doors/files/transfers.ts` sends the files, a batch of rows at a time. Only columns that are no secrets are read.
 * Users download what is stored about themselves.
 */
export { EXPORT_FORMATS, EXPORT_KINDS } from './export-link.entity.ts';
export { ExportService, openExport } from './export.service.ts';
export { OwnDataService } from './own-data.service.ts';
