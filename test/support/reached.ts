import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const noted = new Set<string>();

/**
 * Something of the product that a test reached, and that answered as to a good request; or that is there to be reached; or a
 * program that a test file has missed.
 */
type Note =
  | readonly ['request', method: string, path: string]
  | readonly ['document', text: string]
  | readonly ['command', name: string]
  | readonly ['there is', what: string]
  | readonly ['skipped', program: string, file: string];

/** Notes it for the end of the run, when what nobody has reached and what was missed is told (`*-reporter.mjs`). */
export function note(...what: Note): void {
  const folder = process.env['TEST_NOTES'];
  const line = JSON.stringify(what);
  // The tour and the benchmark, which walk pages with the tests' browser, have no such folder.
  if (folder === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Notes a request that had a good answer; `path` stands below the issuer. */
export function noteRequest(method: string, path: string, status: number): void {
  if (status < 400) note('request', method, path.replace(/[?#].*/s, ''));
}
