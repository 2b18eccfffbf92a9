import { broken, type Broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { kernelErrors } from '../../ground/kernel/errors.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { audit } from '../audit/index.ts';
import { importErrors } from './errors.ts';
import { rowsOf, type FileFindings } from './file-rows.ts';
import { SEALED_FOR, type FirebaseHash } from './firebase.ts';
import { FoundColumns, type FoundColumn } from './found-columns.ts';
import { actorOf } from './import-actor.ts';
import { ImportBell } from './import.bell.ts';
import { UserImportChunk } from './user-import-chunk.entity.ts';
import type { UserImport } from './user-import.entity.ts';
import { importPolicy, type ImportWrite } from './user-import.policy.ts';
import { lockImport } from './user-import.service.ts';

/** The most bytes of a file. */
export const FILE_MAX_BYTES = 512 * 1024 * 1024;
/** The most rows of a file. */
export const FILE_MAX_ROWS = 1_000_000;

/** A chunk is imported in one transaction. */
const CHUNK_ROWS = 1_000;
const CHUNK_CHARACTERS = 1024 * 1024;

/** Takes the files of imports. */
export class UploadService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Stores the file of an import as it arrives, and starts the import. Only whoever created the import may upload its file,
   * and the import acts with the rights of the upload. A file that is broken, or ends early, leaves nothing behind; it can be
   * uploaded again. `charge` hears of the rows of each part.
   */
  async receive(id: string, bytes: AsyncIterable<Buffer>, charge: (rows: number) => void): Promise<UserImport> {
    return this.store(importPolicy.write(this.ctx.viewer), id, bytes, charge);
  }

  private async store(
    permit: ImportWrite,
    id: string,
    bytes: AsyncIterable<Buffer>,
    charge: (rows: number) => void,
  ): Promise<UserImport> {
    const uploadId = newId(this.ctx.clock.now());
    const begun = await this.begin(permit, id, uploadId);
    const columns = new FoundColumns();
    try {
      const firebase = this.parametersOf(begun);
      let { delimiter = null, encoding = null } = begun;
      const findings: FileFindings = {
        column: (column, read) => columns.note(column, read),
        sample: (column, value) => columns.sample(column, value),
        encoding: (found) => void (encoding = found),
        delimiter: (found) => void (delimiter = found),
      };
      let total = 0;
      let number = 0;
      let rows: string[] = [];
      let characters = 0;
      const flush = async (): Promise<void> => {
        const chunk = { number, content: `[${rows.join(',')}]` };
        charge(rows.length);
        [rows, characters] = [[], 0];
        number += 1;
        await this.put(begun, uploadId, chunk);
      };
      for await (const row of rowsOf(limited(bytes), { ...begun, delimiter, encoding, firebase }, findings)) {
        total += 1;
        if (total > FILE_MAX_ROWS) throw tooLarge(broken('too_many_rows', { max: FILE_MAX_ROWS }));
        const text = JSON.stringify(row);
        rows.push(text);
        characters += text.length;
        if (rows.length >= CHUNK_ROWS || characters >= CHUNK_CHARACTERS) await flush();
      }
      if (rows.length > 0) await flush();
      return await this.start(permit, begun, uploadId, {
        totalRows: total,
        ignoredColumns: columns.list().flatMap(({ column, field }) => (field === null ? [column] : [])),
        foundColumns: keptOf(begun, columns),
        delimiter,
        encoding,
      });
    } catch (fault) {
      await this.discard(begun, uploadId, keptOf(begun, columns));
      throw fault;
    }
  }

  private begin({ customerId, viewer }: ImportWrite, id: string, uploadId: string): Promise<UserImport> {
    return this.ctx.db.transaction(async ({ em }) => {
      const found = await lockImport(em, customerId, id);
      const actor = actorOf(viewer);
      if (found.actorType !== actor.actorType || (found.actorId ?? null) !== actor.actorId)
        throw kernelErrors.FORBIDDEN({ message: 'Only whoever created the import may upload its file.' });
      if (found.status !== 'awaiting_file') throw importErrors.USER_IMPORT_CLOSED();
      Object.assign(found, actor, { uploadId, updatedAt: this.ctx.clock.now() });
      await em.nativeDelete(UserImportChunk, { importId: found.id, customerId });
      return found;
    });
  }

  /** Stores a chunk, unless another upload has begun. */
  private put(
    { id, customerId }: UserImport,
    uploadId: string,
    chunk: { readonly number: number; readonly content: string },
  ): Promise<void> {
    return this.ctx.db.transaction(async ({ em }) => {
      const found = await lockImport(em, customerId, id);
      if (found.uploadId !== uploadId) throw importErrors.UPLOAD_REPLACED();
      em.create(UserImportChunk, { importId: id, customerId, ...chunk, createdAt: this.ctx.clock.now() });
    });
  }

  private async start(
    { customerId }: ImportWrite,
    { id }: UserImport,
    uploadId: string,
    read: Pick<UserImport, 'totalRows' | 'ignoredColumns' | 'foundColumns' | 'delimiter' | 'encoding'>,
  ): Promise<UserImport> {
    const { clock, origin } = this.ctx;
    const now = clock.now();
    const started = await this.ctx.db.transaction(async ({ em }) => {
      const found = await lockImport(em, customerId, id);
      if (found.uploadId !== uploadId) throw importErrors.UPLOAD_REPLACED();
      Object.assign(found, { ...read, status: 'running', startedAt: now, updatedAt: now, sealedParameters: null });
      Object.assign(found, { ipAddress: origin.ip, requestId: origin.requestId });
      const subject = { subjectType: 'user_import', subjectId: id };
      audit.record(em, this.ctx, { action: 'user_import.started', ...subject, details: { rows: read.totalRows } });
      return found;
    });
    this.ctx.runtime.get(ImportBell).ring();
    return started;
  }

  /** How the hashes of the file were made, as whoever created the import has told. */
  private parametersOf({ sealedParameters }: UserImport): FirebaseHash | null {
    if (!sealedParameters) return null;
    const opened = this.ctx.runtime.vault.open(SEALED_FOR, sealedParameters);
    if (!opened)
      throw importErrors.USER_IMPORT_CLOSED({ message: 'The parameters of the hashes cannot be read any more.' });
    return JSON.parse(opened.toString()) as FirebaseHash;
  }

  /** Deletes what an upload has stored that did not reach its end. The next upload would, too. Its columns help to map them. */
  private async discard({ id, customerId }: UserImport, uploadId: string, columns: FoundColumn[]): Promise<void> {
    await this.ctx.db
      .transaction(async ({ em }) => {
        const found = await lockImport(em, customerId, id);
        if (found.uploadId !== uploadId || found.status !== 'awaiting_file') return;
        Object.assign(found, { uploadId: null, foundColumns: columns });
        await em.nativeDelete(UserImportChunk, { importId: id, customerId });
      })
      .catch((err: unknown) => this.ctx.runtime.log.warn({ err }, 'the rest of a failed upload was not deleted'));
  }
}

/** What is kept of the columns. Samples are for previews. */
const keptOf = ({ dryRun }: UserImport, columns: FoundColumns): FoundColumn[] =>
  columns.list().map((each) => (dryRun ? each : { ...each, samples: [] }));

async function* limited(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > FILE_MAX_BYTES) throw tooLarge(broken('file_too_large', { max: FILE_MAX_BYTES }));
    yield part;
  }
}

const tooLarge = (rule: Broken) => importErrors.IMPORT_FILE_TOO_LARGE({ field: 'file', broken: rule });
