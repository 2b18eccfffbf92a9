import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '../ground/config/load.ts';
import { ExportService, type EXPORT_FORMATS, type EXPORT_KINDS } from '../modules/exports/index.ts';
import type { Report } from './command.ts';
import { actingOn, withRuntime } from './runtime.ts';

interface GivenExport {
  readonly kind: (typeof EXPORT_KINDS)[number];
  readonly file: string;
  readonly format: (typeof EXPORT_FORMATS)[number] | undefined;
  readonly customer: string | undefined;
}

/**
 * Writes everything of a kind to a file. A name that ends in `.csv` is CSV, anything else JSON lines, unless `format` says.
 */
export async function exportTo({ kind, file, format, customer }: GivenExport): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const ctx = await actingOn(runtime, customer);
    const parts = ctx.get(ExportService).parts(kind, format ?? (file.endsWith('.csv') ? 'csv' : 'jsonl'));
    let rows = 0;
    async function* texts(): AsyncGenerator<string> {
      for await (const part of parts) {
        rows += part.rows;
        yield part.text;
      }
    }
    await pipeline(Readable.from(texts()), createWriteStream(file, { mode: 0o600 }));
    return { data: { kind, file, rows }, text: `${rows} rows are in ${file}.` };
  });
}
