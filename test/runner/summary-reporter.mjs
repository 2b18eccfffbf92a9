// Tells at the end of a run which files were the costliest, and what was skipped for want of which program.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isWhole, notesOf } from './notes.mjs';

const programs = JSON.parse(readFileSync(new URL('../support/programs.json', import.meta.url), 'utf8'));
const COSTLIEST = 10;

export default class SummaryReporter {
  constructor(config) {
    this.isWhole = isWhole(config);
    this.nameOf = (path) => relative(config.rootDir, path);
  }

  onRunComplete(_contexts, { testResults }) {
    if (this.isWhole) this.tellCosts();
    const pending = new Map(testResults.map(({ testFilePath, numPendingTests }) => [testFilePath, numPendingTests]));
    const missed = Map.groupBy(notesOf('skipped'), ([program]) => program);
    if (missed.size === 0) return;
    console.error('\nSkipped, because programs are missing:');
    for (const [program, notes] of missed) {
      const files = [...new Set(notes.map(([, file]) => file))];
      const tests = files.reduce((sum, file) => sum + (pending.get(file) ?? 0), 0);
      console.error(`  ${program}: ${tests} tests in ${files.length} files`);
    }
    const packages = [...missed.keys()].flatMap((program) => programs[program]?.packages ?? []);
    if (packages.length > 0) console.error(`To install them: sudo apt-get install ${packages.join(' ')}`);
  }

  tellCosts() {
    const costs = notesOf('cost').toSorted(([, one], [, other]) => other - one);
    const total = costs.reduce((sum, [, seconds]) => sum + seconds, 0);
    console.error(`\nProcessor time: ${total.toFixed(0)} s, without PostgreSQL's. The costliest files:`);
    for (const [file, seconds] of costs.slice(0, COSTLIEST))
      console.error(`  ${seconds.toFixed(1).padStart(6)} s  ${this.nameOf(file)}`);
  }
}
