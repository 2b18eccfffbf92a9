import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { ErrorCode } from '../../ground/kernel/errors.ts';
import type { Existing } from '../accounts/index.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { ColumnMapping, ImportFormat } from './columns.ts';
import type { FileEncoding } from './file-text.ts';
import type { FoundColumn } from './found-columns.ts';

/** `awaiting_file`: nothing was uploaded yet. `running`: in progress, or about to begin. The others are final. */
export const IMPORT_STATUSES = ['awaiting_file', 'running', 'done', 'failed', 'canceled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

const UserImportSchema = defineEntity({
  name: 'UserImport',
  tableName: 'user_imports',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    status: p
      .text()
      .$type<ImportStatus>()
      .check(`status in (${IMPORT_STATUSES.map((status) => `'${status}'`).join(', ')})`),
    format: p.text().$type<ImportFormat>().check("format in ('csv', 'jsonl', 'firebase')"),
    /** What separates the cells of CSV. Null before it was found. */
    delimiter: p.text().nullable(),
    /** The encoding of the file. Null before it was found. */
    encoding: p.text().$type<FileEncoding>().nullable(),
    columns: p.json().$type<readonly ColumnMapping[]>(),
    /** The columns that were found in the file. */
    foundColumns: p.json().$type<readonly FoundColumn[]>().nullable(),
    /** How the hashes of the file were made, sealed, until it is there. */
    sealedParameters: p.blob().$type<Buffer>().nullable().hidden(),
    /** What happens to users who exist already. */
    existing: p.text().$type<Existing>().check("existing in ('update', 'skip', 'refuse')"),
    dryRun: p.boolean(),
    /** Who acts, and with which rights: those of the upload. */
    actorType: p.text().$type<'user' | 'client' | 'system'>().check("actor_type in ('user', 'client', 'system')"),
    actorId: p.text().nullable(),
    actorClientId: p.text().nullable(),
    scopes: p.array().columnType('text[]').default([]),
    /** When the user had last proved who they are. */
    provedAt: p.datetime().nullable(),
    ipAddress: p.text().name('ip').default(''),
    requestId: p.text().default(''),
    /** The upload that is in progress, or was the last one. */
    uploadId: p.uuid().nullable(),
    /** Columns of the file that nothing is read from. */
    ignoredColumns: p.array().columnType('text[]').default([]),
    /** Null before the whole file is there. */
    totalRows: p.integer().nullable(),
    processedRows: p.integer().default(0),
    createdCount: p.integer().default(0),
    updatedCount: p.integer().default(0),
    unchangedCount: p.integer().default(0),
    skippedCount: p.integer().default(0),
    /** Rows with faults. */
    faultyCount: p.integer().default(0),
    /** How often in a row a part of the file could not be handled. */
    attempts: p.integer().default(0),
    /** Why it failed: an error code. */
    failure: p.text().$type<ErrorCode>().nullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** When it last made progress. Imports take turns by it. */
    updatedAt: p.datetime(),
  },
  uniques: [{ name: 'user_imports_customer_id_id_key', properties: ['customerId', 'id'] }],
  indexes: [
    {
      name: 'user_imports_running_index',
      expression: `create index "user_imports_running_index" on "user_imports" ("updated_at") where "status" = 'running'`,
    },
  ],
});

/** An import of users from a file, and how far it has come. */
export class UserImport extends UserImportSchema.class {}
UserImportSchema.setClass(UserImport);
