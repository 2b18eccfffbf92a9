import { secondsAfter } from '../../ground/kernel/clock.ts';
import { RequestContext, type Origin } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { readWhere } from '../../ground/lists/filter/index.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { digest, newSecretOf } from '../../ground/kernel/secret.ts';
import { inSlices } from '../../ground/kernel/event-loop/long-work.ts';
import { Site } from '../../ground/http/site.ts';
import { attributeColumns, textOfValue, type StoredAttributes } from '../attributes/index.ts';
import { audit } from '../audit/index.ts';
import { actorOf, viewerOf } from '../imports/index.ts';
import { exportErrors } from './errors.ts';
import { ExportLink, type ExportFormat, type ExportKind } from './export-link.entity.ts';
import { SOURCES, type ExportRow, type ExportWhere } from './export-rows.ts';
import { header, lineOf } from './export-text.ts';
import { exportPolicy } from './export.policy.ts';

/** How long a link can be used. */
export const LINK_SECONDS = 300;

/** Where an export can be downloaded. */
export interface ExportAnswer {
  readonly downloadUrl: string;
  readonly expiresAt: Date;
}

/** A part of a file. */
interface FilePart {
  readonly text: string;
  readonly rows: number;
}

/** Exports what a customer has, as one viewer may read it. */
export class ExportService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Makes a link that downloads an export once. The export is made while it is downloaded. Throws `invalid` for conditions of
   * anything else.
   */
  async request(kind: ExportKind, format: ExportFormat, where?: ExportWhere | null): Promise<ExportAnswer> {
    const { customerId, viewer } = exportPolicy.read(this.ctx.viewer, kind);
    const filter = await this.filterIn(kind, where ?? {});
    const now = this.ctx.clock.now();
    const token = newSecretOf(customerId);
    const expiresAt = secondsAfter(now, LINK_SECONDS);
    await this.ctx.db.transaction(async ({ em }) => {
      em.create(ExportLink, {
        tokenHash: digest(token),
        customerId,
        kind,
        format,
        filter,
        ...actorOf(viewer),
        sessionId: viewer.kind === 'user' ? viewer.sessionId : null,
        createdAt: now,
        expiresAt,
      });
      const subject = { subjectType: 'customer', subjectId: customerId };
      audit.record(em, this.ctx, {
        action: 'export.requested',
        ...subject,
        details: detailsOf({ kind, format, filter }),
      });
      return Promise.resolve();
    });
    return { downloadUrl: `${this.ctx.runtime.get(Site).issuer}/exports/${token}`, expiresAt };
  }

  /** The filter for an export of this kind. Refuses what a list would refuse. */
  private async filterIn(kind: ExportKind, where: ExportWhere): Promise<object | null> {
    const { listing, whereName } = SOURCES[kind];
    const given = Object.entries(where).filter(([, conditions]) => conditions);
    const other = given.find(([name]) => name !== whereName);
    if (other) throw fault(`where.${other[0]}`, 'other_export');
    const filter = (whereName && where[whereName]) ?? null;
    if (filter) await readWhere(this.ctx, listing!.filter, filter, `where.${whereName!}`);
    return filter;
  }

  /** The parts of the file: of all rows, or of those that meet a filter. */
  async *parts(kind: ExportKind, format: ExportFormat, filter: object | null = null): AsyncGenerator<FilePart> {
    const { customerId } = exportPolicy.read(this.ctx.viewer, kind);
    const { columns, rows, subject, lists = [] } = SOURCES[kind];
    const attributes = subject ? await attributeColumns(this.ctx.runtime.fork(), customerId, subject) : [];
    const all = [...columns, ...attributes.map(({ name }) => `attributes.${name}`)];
    const withAttributes = (row: ExportRow): ExportRow => {
      const stored = (row['attributes'] ?? {}) as StoredAttributes;
      const cell = (value: unknown): unknown => (format === 'csv' ? textOfValue(value) : value);
      const listed = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : cell(value));
      return {
        ...row,
        ...Object.fromEntries(lists.map((name) => [name, listed(row[name])])),
        ...Object.fromEntries(attributes.map(({ id, name }) => [`attributes.${name}`, cell(stored[id])])),
      };
    };
    yield { text: header(format, all), rows: 0 };
    for await (const some of rows(this.ctx, customerId, filter))
      yield {
        text: (await inSlices(some, (row) => lineOf(format, all, withAttributes(row)))).join(''),
        rows: some.length,
      };
  }
}

/** What the audit trail has. A filter can have names and addresses, which it does not. */
const detailsOf = ({ kind, format, filter }: Exported): Record<string, unknown> => ({
  kind,
  format,
  ...(filter && { filtered: true }),
});

type Exported = Pick<ExportLink, 'kind' | 'format' | 'filter'>;

/** An export whose link was used. */
interface OpenedExport extends Exported {
  readonly ctx: RequestContext;
}

/**
 * Uses a link. It acts for whoever asked for it, with the rights that they still have. `EXPORT_NOT_FOUND` if it was used or
 * has expired, or if the session in which it was asked for has ended.
 */
export async function openExport(runtime: Runtime, origin: Origin, token: string): Promise<OpenedExport> {
  const now = runtime.clock.now();
  return runtime.db.transaction(async ({ em }) => {
    const [link] = await em.find(
      ExportLink,
      { tokenHash: digest(token), expiresAt: { $gt: now } },
      { disableIdentityMap: true },
    );
    // Of two at the same time, one deletes it.
    const used = link ? await em.nativeDelete(ExportLink, { tokenHash: link.tokenHash }) : 0;
    const viewer = link && used > 0 ? await viewerOf(em, link) : null;
    if (!link || !viewer) throw exportErrors.EXPORT_NOT_FOUND();
    const { kind, format, filter, customerId } = link;
    const ctx = new RequestContext(runtime, viewer, origin);
    exportPolicy.read(viewer, kind);
    const subject = { subjectType: 'customer', subjectId: customerId };
    audit.record(em, ctx, { action: 'export.downloaded', ...subject, details: detailsOf(link) });
    return { ctx, kind, format, filter };
  });
}
