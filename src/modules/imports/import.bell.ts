import { Bell } from '../../ground/jobs/bell.ts';

/** Tells the import worker of this process that a file is there. */
export class ImportBell extends Bell {}
