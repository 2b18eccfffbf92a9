import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  USER_IMPORT_NOT_FOUND: ['not_found', 'The import does not exist.'],
  USER_IMPORT_CLOSED: ['conflict', 'The import has its file already, or is over.'],
  USER_IMPORT_RUNNING: ['conflict', 'The import is running. Cancel it first.'],
  TOO_MANY_IMPORTS: ['conflict', 'The customer has the maximum number of unfinished imports.'],
  IMPORT_FILE_TOO_LARGE: ['invalid', 'The file has more bytes or rows than an import may have.'],
  UPLOAD_REPLACED: ['conflict', 'Another upload for the same import has begun.'],
  IMPORT_FILE_BROKEN: ['invalid', 'The file is not what its format says; the message says where.'],
  IMPORT_COLUMNS_WRONG: ['invalid', 'The columns of the file cannot be read as fields; the message says why.'],
  IMPORT_ROW_BROKEN: ['invalid', 'The row is not a JSON object.'],
  IMPORT_UNAUTHORIZED: ['forbidden', 'Whoever uploaded the file may no longer create users.'],
  IMPORT_STUCK: ['unavailable', 'A part of the file failed again and again. The log says why.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an import or a part of it fails. */
export const importErrors = errors('imports', codes);
