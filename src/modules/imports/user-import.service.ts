import { LockMode, sql, type EntityManager } from '@mikro-orm/postgresql';
import { isPermitted } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { countLocked } from '../../ground/kernel/count-locked.ts';
import { findPage } from '../../ground/lists/entity-page.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { orderBy } from '../../ground/lists/order.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { readLine } from '../../ground/kernel/text.ts';
import type { Existing } from '../accounts/index.ts';
import { audit } from '../audit/index.ts';
import { ATTRIBUTE, FLAGS, type ColumnMapping, type ImportField, type ImportFormat } from './columns.ts';
import { DELIMITERS } from './csv-text.ts';
import { importErrors } from './errors.ts';
import { ENCODINGS } from './file-text.ts';
import { readFirebase, SEALED_FOR, type FirebaseHash } from './firebase.ts';
import type { FoundColumn } from './found-columns.ts';
import { actorOf } from './import-actor.ts';
import { UserImportChunk } from './user-import-chunk.entity.ts';
import { UserImport } from './user-import.entity.ts';
import type { UserImportFault } from './user-import-fault.entity.ts';
import { faultPages, userImportLoader } from './user-import.loader.ts';
import { importPolicy, type ImportDelete, type ImportWrite } from './user-import.policy.ts';

/** What an import does if nothing is said. */
export const IMPORT_DEFAULTS = { existing: 'update', dryRun: false } as const;

/** The most imports of a customer that are not over. */
export const UNFINISHED_MAX = 5;
export const COLUMNS_MAX = 100;
export const COLUMN_NAME_MAX = 255;

/** What a caller says of a column: a field, an attribute, or neither. */
export interface GivenColumn {
  readonly column: string;
  readonly field?: ImportField | null;
  /** The name of an attribute of users. */
  readonly attribute?: string | null;
  /** Whether the column says the opposite of the field. */
  readonly negated?: boolean | null;
}

/** What to import. */
export interface CreateUserImport {
  readonly format: ImportFormat;
  readonly delimiter?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  readonly columns?: readonly GivenColumn[] | null | undefined;
  readonly existing?: Existing | null | undefined;
  readonly dryRun?: boolean | null | undefined;
  /** How the hashes of the file were made. */
  readonly firebase?: FirebaseHash | null | undefined;
}

const NEWEST_FIRST = orderBy(UserImport, { id: 'desc' });

/** Imports of users, as one viewer may see and begin them. */
export class UserImportService {
  constructor(private readonly ctx: RequestContext) {}

  /** The import with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<UserImport | null> {
    importPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(userImportLoader).load(id.toLowerCase()) : null;
  }

  /** The customer's imports, newest first. */
  async list(args: PageArgs): Promise<Connection<UserImport>> {
    const { customerId } = importPolicy.read(this.ctx.viewer);
    return findPage(this.ctx.db, UserImport, sql`e.customer_id = ${customerId}::uuid`, NEWEST_FIRST, args);
  }

  /** What is wrong with the rows so far, in the order of the rows. */
  faults({ id }: UserImport, args: PageArgs): Promise<Connection<UserImportFault>> {
    importPolicy.read(this.ctx.viewer);
    return faultPages.of(this.ctx, id, args);
  }

  /** The columns of its file. Samples are for those who may import. */
  columnsOf({ foundColumns }: UserImport): readonly FoundColumn[] {
    const found = foundColumns ?? [];
    const mayImport = isPermitted(() => importPolicy.write(this.ctx.viewer));
    return mayImport ? found : found.map((each) => ({ ...each, samples: [] }));
  }

  /** Prepares an import. It begins when its file has been uploaded. */
  async create(input: CreateUserImport): Promise<UserImport> {
    return this.insert(importPolicy.write(this.ctx.viewer), input);
  }

  /** Ends an import. The users that it has created and changed stay. */
  async cancel(id: string): Promise<UserImport> {
    return this.end(importPolicy.write(this.ctx.viewer), id);
  }

  /** Deletes an import that is not running, with its faults and what there is of its file. Its users stay. */
  async delete(id: string): Promise<UserImport> {
    return this.remove(importPolicy.delete(this.ctx.viewer), id);
  }

  private async insert({ customerId, viewer }: ImportWrite, input: CreateUserImport): Promise<UserImport> {
    const now = this.ctx.clock.now();
    const { origin } = this.ctx;
    const { format, existing, dryRun } = input;
    const delimiter = input.delimiter ?? null;
    if (delimiter !== null && !(DELIMITERS as readonly string[]).includes(delimiter))
      throw fault('delimiter', 'delimiter');
    const encoding = ENCODINGS.find((each) => each === (input.encoding ?? '')) ?? null;
    if (input.encoding && !encoding) throw fault('encoding', 'one_of', { values: ENCODINGS });
    const firebase = input.firebase ? readFirebase(input.firebase) : null;
    const columns = readColumns(input.columns ?? [], firebase !== null);
    return this.ctx.db.transaction(async (tx) => {
      const { em } = tx;
      const status = { $in: ['awaiting_file', 'running'] as const };
      const unfinished = await countLocked(tx, UserImport, customerId, { customerId, status });
      if (unfinished >= UNFINISHED_MAX)
        throw importErrors.TOO_MANY_IMPORTS({
          message: `The customer has ${UNFINISHED_MAX} unfinished imports, which is the maximum. Cancel one first.`,
        });
      const made = em.create(UserImport, {
        id: newId(now),
        customerId,
        status: 'awaiting_file',
        format,
        delimiter,
        encoding,
        columns,
        foundColumns: null,
        sealedParameters: firebase && this.ctx.runtime.vault.seal(SEALED_FOR, JSON.stringify(firebase)),
        existing: existing ?? IMPORT_DEFAULTS.existing,
        dryRun: dryRun ?? IMPORT_DEFAULTS.dryRun,
        ...actorOf(viewer),
        ipAddress: origin.ip,
        requestId: origin.requestId,
        uploadId: null,
        ignoredColumns: [],
        totalRows: null,
        processedRows: 0,
        createdCount: 0,
        updatedCount: 0,
        unchangedCount: 0,
        skippedCount: 0,
        faultyCount: 0,
        attempts: 0,
        failure: null,
        createdAt: now,
        startedAt: null,
        finishedAt: null,
        updatedAt: now,
      });
      this.record(em, 'user_import.created', made, { format, dryRun: made.dryRun });
      return made;
    });
  }

  private async end({ customerId }: ImportWrite, id: string): Promise<UserImport> {
    const now = this.ctx.clock.now();
    return this.ctx.db.transaction(async ({ em }) => {
      const found = await lockImport(em, customerId, id);
      if (found.status !== 'awaiting_file' && found.status !== 'running') throw importErrors.USER_IMPORT_CLOSED();
      Object.assign(found, {
        status: 'canceled',
        uploadId: null,
        finishedAt: now,
        updatedAt: now,
        sealedParameters: null,
      });
      await em.nativeDelete(UserImportChunk, { importId: found.id, customerId });
      this.record(em, 'user_import.canceled', found, { processedRows: found.processedRows });
      return found;
    });
  }

  private async remove({ customerId }: ImportDelete, id: string): Promise<UserImport> {
    return this.ctx.db.transaction(async ({ em }) => {
      const found = await lockImport(em, customerId, id);
      if (found.status === 'running') throw importErrors.USER_IMPORT_RUNNING();
      em.remove(found);
      this.record(em, 'user_import.deleted', found, { status: found.status, dryRun: found.dryRun });
      return found;
    });
  }

  private record(em: EntityManager, action: string, { id }: UserImport, details: Record<string, unknown>): void {
    audit.record(em, this.ctx, { action, subjectType: 'user_import', subjectId: id, details });
  }
}

/** The import, locked. `USER_IMPORT_NOT_FOUND` if the customer has none with this id. */
export async function lockImport(em: EntityManager, customerId: string, id: string): Promise<UserImport> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const found = isUuid(id) ? await em.findOne(UserImport, { customerId, id: id.toLowerCase() }, { lockMode }) : null;
  if (!found) throw importErrors.USER_IMPORT_NOT_FOUND();
  return found;
}

function readColumns(given: readonly GivenColumn[], hasSalts: boolean): ColumnMapping[] {
  if (given.length > COLUMNS_MAX) throw fault('columns', 'too_many', { max: COLUMNS_MAX });
  const columns = given.map(({ column, field, attribute, negated }, n): ColumnMapping => {
    if (field && attribute) throw fault(`columns.${n}`, 'at_most_one', { fields: ['field', 'attribute'] });
    const name = attribute && readLine(`columns.${n}.attribute`, attribute, { max: COLUMN_NAME_MAX });
    if (negated && !FLAGS.some((flag) => flag === field))
      throw fault(`columns.${n}.negated`, 'negatable', { fields: FLAGS });
    if (field === 'passwordSalt' && !hasSalts) throw fault(`columns.${n}.field`, 'salts', { other: 'firebase' });
    return {
      column: readLine(`columns.${n}.column`, column, { max: COLUMN_NAME_MAX }),
      field: name ? `${ATTRIBUTE}${name}` : (field ?? null),
      ...(negated && { negated }),
    };
  });
  const names = columns.map(({ column }) => column);
  // Several columns can say together whether a user is active.
  const fields = columns.flatMap(({ field }) => (field === 'isActive' ? [] : (field ?? [])));
  if (new Set(names).size < names.length) throw fault('columns', 'column_twice');
  if (new Set(fields).size < fields.length) throw fault('columns', 'column_field_twice');
  return columns;
}
