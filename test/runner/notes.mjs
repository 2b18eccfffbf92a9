// What the test files of a run leave for its end: each worker writes its notes into a file of its own.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function leaveNote(...what) {
  appendFileSync(join(process.env.TEST_NOTES, `${process.pid}.jsonl`), `${JSON.stringify(what)}\n`);
}

/** All notes that begin with this word, without it. */
export function notesOf(kind) {
  const folder = process.env.TEST_NOTES;
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line)).flatMap(([noted, ...rest]) => (noted === kind ? [rest] : []));
}

/** Of a run of the whole suite. */
export const isWhole = ({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, runTestsByPath, shard }) =>
  !testPathPatterns.isSet() && !testNamePattern && !onlyChanged && !findRelatedTests && !runTestsByPath && !shard;
