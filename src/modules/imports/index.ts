/**
 * Imports of users from files. Owns the imports, the parts of their files that are still to be imported, and the faults of
 * rows. `src/doors/files/transfers.ts` receives the files, the worker imports them, and `accounts` creates and changes the users. An import
 * acts for whoever has uploaded its file, with the rights that they still have.
 */
export { ATTRIBUTE, IMPORT_FIELDS, type ImportFormat } from './columns.ts';
export { actorOf, viewerOf } from './import-actor.ts';
export { UploadService } from './upload.service.ts';
export { UserImport } from './user-import.entity.ts';
export { UserImportService, type GivenColumn } from './user-import.service.ts';
export { type FirebaseHash } from './firebase.ts';
export { importNext } from './user-import.worker.ts';
