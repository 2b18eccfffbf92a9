import { LockMode } from '@mikro-orm/postgresql';
import { Loop } from '../../ground/jobs/loop.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { publicError } from '../../ground/kernel/fault.ts';
import { administers } from '../../ground/kernel/access.ts';
import { newId } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { ErrorCode } from '../../ground/kernel/errors.ts';
import { audit } from '../audit/index.ts';
import type { FileRow } from './file-rows.ts';
import { viewerOf } from './import-actor.ts';
import { importRows, type ChunkResult } from './import-chunk.service.ts';
import { ImportBell } from './import.bell.ts';
import { UserImportChunk } from './user-import-chunk.entity.ts';
import { UserImportFault } from './user-import-fault.entity.ts';
import { UserImport } from './user-import.entity.ts';

/** How soon a process takes over the imports of one that is gone. */
const LOOK_MS = 10_000;
/** After so many failures of the same chunk, the import fails. */
const ATTEMPTS = 5;
/** The most faults of an import that are kept. All are counted. */
const FAULTS_MAX = 10_000;

/**
 * Imports files that have been uploaded, one chunk at a time. A chunk and the progress are one transaction, so an import goes
 * on where it was after a restart. Imports take turns. Every process works on one at a time.
 */
export function startImportWorker(runtime: Runtime): { stop(): Promise<void> } {
  const report = (error: unknown): void => runtime.log.error({ err: error }, 'a part of an import failed');
  const loop: Loop = new Loop(
    async () => {
      if (await importNext(runtime)) loop.wake();
    },
    LOOK_MS,
    report,
  );
  const stopListening = runtime.get(ImportBell).onRing(() => loop.wake());
  return {
    stop: () => {
      stopListening();
      return loop.stop();
    },
  };
}

/** Imports the next chunk of the import that has waited longest. False if there is none that no other process works on. */
export async function importNext(runtime: Runtime): Promise<boolean> {
  let current: UserImport | undefined;
  try {
    return await runtime.db.transaction(async (tx) => {
      current = await claim(tx);
      if (!current) return false;
      await importChunk(runtime, tx, current);
      return true;
    });
  } catch (error) {
    if (current && publicError(error)?.kind !== 'unavailable') await noteFailure(runtime, current);
    throw error;
  }
}

/** A running import, locked. Skips those that another process works on. */
async function claim({ em }: Transaction): Promise<UserImport | undefined> {
  const [found] = await em.find(
    UserImport,
    { status: 'running' },
    {
      orderBy: { updatedAt: 'asc' },
      limit: 1,
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
      disableIdentityMap: true,
    },
  );
  return found;
}

async function importChunk(runtime: Runtime, tx: Transaction, found: UserImport): Promise<void> {
  const { em } = tx;
  const { id, customerId, requestId, ipAddress, existing, startedAt } = found;
  const viewer = await viewerOf(em, found);
  const origin = { requestId, ip: ipAddress, userAgent: '' };
  const ctx = new RequestContext(runtime, viewer ?? { kind: 'system', customerId }, origin);
  if (!viewer || !administers(viewer, 'write')) return finish(ctx, tx, found, 'IMPORT_UNAUTHORIZED');
  const [chunk] = await em.find(
    UserImportChunk,
    { importId: id, customerId },
    { orderBy: { number: 'asc' }, limit: 1, disableIdentityMap: true },
  );
  if (!chunk) return finish(ctx, tx, found, null);
  const rows = JSON.parse(chunk.content) as FileRow[];
  // Thousands of new entries are sorted into the search indexes together. The last chunk leaves none waiting for searches to read.
  if (found.processedRows + rows.length < found.totalRows!)
    await em.execute("set local gin_pending_list_limit = '4MB'");
  const within = new RequestContext(runtime, viewer, { ...origin, importId: id });
  const work = (): Promise<ChunkResult> => importRows(within, tx, rows, { existing, provedBy: startedAt! });
  const result = found.dryRun ? await tx.rehearse(work) : await work();
  await progress(ctx, tx, found, chunk, rows.length, result);
  if (found.processedRows === found.totalRows) await finish(ctx, tx, found, null);
}

/** Stores what became of a chunk, and deletes it. */
async function progress(
  { clock }: RequestContext,
  { em }: Transaction,
  found: UserImport,
  { importId, number, customerId }: UserImportChunk,
  rows: number,
  { counts, faults }: ChunkResult,
): Promise<void> {
  const now = clock.now();
  const stored = faults.slice(0, Math.max(0, FAULTS_MAX - found.faultyCount));
  Object.assign(found, {
    processedRows: found.processedRows + rows,
    createdCount: found.createdCount + counts.created,
    updatedCount: found.updatedCount + counts.updated,
    unchangedCount: found.unchangedCount + counts.unchanged,
    skippedCount: found.skippedCount + counts.skipped,
    faultyCount: found.faultyCount + new Set(faults.map(({ row }) => row)).size,
  });
  const { processedRows, createdCount, updatedCount, unchangedCount, skippedCount, faultyCount } = found;
  const counted = { processedRows, createdCount, updatedCount, unchangedCount, skippedCount, faultyCount };
  await em.nativeUpdate(UserImport, { id: importId, customerId }, { ...counted, attempts: 0, updatedAt: now });
  await em.nativeDelete(UserImportChunk, { importId, number, customerId });
  if (stored.length === 0) return;
  await em.insertMany(
    UserImportFault,
    stored.map((fault) => ({ ...fault, id: newId(now), importId, customerId, createdAt: now })),
  );
}

/** Ends an import. `failure`: why it failed, or null. */
async function finish(
  ctx: RequestContext,
  { em }: Transaction,
  found: UserImport,
  failure: ErrorCode | null,
): Promise<void> {
  const now = ctx.clock.now();
  const { id, customerId, dryRun, createdCount, updatedCount, faultyCount } = found;
  const status = failure === null ? 'done' : 'failed';
  await em.nativeUpdate(UserImport, { id, customerId }, { status, failure, finishedAt: now, updatedAt: now });
  if (failure !== null) await em.nativeDelete(UserImportChunk, { importId: id, customerId });
  audit.record(em, ctx, {
    action: `user_import.${status}`,
    subjectType: 'user_import',
    subjectId: id,
    details: { dryRun, createdCount, updatedCount, faultyCount, ...(failure !== null && { failure }) },
  });
}

/** Counts a failure that is no outage. The import fails if the same chunk fails again and again. */
async function noteFailure(runtime: Runtime, { id, customerId }: UserImport): Promise<void> {
  await runtime.db.transaction(async (tx) => {
    const found = await tx.em.findOne(
      UserImport,
      { id, customerId, status: 'running' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
    );
    if (!found) return;
    const attempts = found.attempts + 1;
    await tx.em.nativeUpdate(UserImport, { id, customerId }, { attempts, updatedAt: runtime.clock.now() });
    const ctx = new RequestContext(
      runtime,
      { kind: 'system', customerId },
      { requestId: found.requestId, ip: '', userAgent: '' },
    );
    if (attempts >= ATTEMPTS) await finish(ctx, tx, found, 'IMPORT_STUCK');
  });
}
