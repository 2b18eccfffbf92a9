import { loadConfig } from '../ground/config/load.ts';
import * as migrations from '../ground/persistence/migrate.ts';
import { planMigrations, type PlannedStep } from '../ground/persistence/migration-plan.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { withDatabase } from './runtime.ts';
import { confirm } from './terminal.ts';

export async function migrateUp(): Promise<Report> {
  return withDatabase(
    loadConfig(),
    async (database) => {
      await migrations.assertKnown(database.pool);
      const applied = await migrations.exclusively(database, () => migrations.migrateUp(database));
      const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'There is nothing to apply.';
      return { data: { applied }, text };
    },
    null,
  );
}

/** `yes`: does not ask. */
export async function migrateDown(yes: boolean): Promise<Report> {
  return withDatabase(
    loadConfig(),
    async (database) => {
      await migrations.assertKnown(database.pool);
      const newest = (await migrations.migrationStates(database.pool)).findLast(({ applied }) => applied);
      if (!newest) return { data: { reverted: null }, text: 'There is nothing to revert.' };
      if (!yes) await confirm(`Reverting ${newest.name} deletes the data stored in it.`);
      const reverted = await migrations.exclusively(database, () => migrations.migrateDown(database));
      return { data: { reverted }, text: `Reverted ${reverted}.` };
    },
    null,
  );
}

export async function migrateStatus(): Promise<Report> {
  return withDatabase(loadConfig(), async ({ pool }) => {
    const states = await migrations.migrationStates(pool);
    const unknown = await migrations.unknownMigrations(pool);
    const rows = [
      ...states.map(({ name, applied }) => [name, applied ? 'applied' : 'pending']),
      ...unknown.map((name) => [name, 'applied by a newer version']),
    ];
    return { data: { migrations: states, unknown }, text: columns(rows) };
  });
}

export async function migratePlan(): Promise<Report> {
  return withDatabase(
    loadConfig(),
    async (database) => {
      await migrations.assertKnown(database.pool);
      const plan = await migrations.exclusively(database, () => planMigrations(database));
      if (plan.pending.length === 0) return { data: plan, text: 'There is nothing to apply.' };
      const parts = plan.pending.map((name) => {
        const rows = plan.steps.filter(({ migration }) => migration === name).map(rowOf);
        return `${name}\n${rows.length > 0 ? columns(rows) : '  Adds only what nobody uses yet.'}`;
      });
      return { data: plan, text: [...parts, summaryOf(plan.steps)].join('\n\n') };
    },
    null,
  );
}

const WORK = {
  catalog: 'changes the catalog',
  read: 'reads all rows',
  rewrite: 'rewrites all rows',
  rows: 'changes rows',
} as const;

const rowOf = ({ statement, table, lock, blocks, work, rows, seconds, inSteps }: PlannedStep): string[] => [
  `  ${table}`,
  `${lock} (blocks ${blocks})`,
  work === 'catalog' ? WORK[work] : `${WORK[work]} (about ${rows})${inSteps ? ' in steps' : ''}, ${seconds} s`,
  statement,
];

function summaryOf(steps: readonly PlannedStep[]): string {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const blocked = [...new Set(steps.filter(({ blocks }) => blocks === 'reads and writes').map(({ table }) => table))];
  return [
    steps.some(({ inSteps }) => inSteps)
      ? 'What is done in steps is committed step by step, and a run that stops goes on there the next time. What stands ' +
        'between is one transaction: each lock is held until its end.'
      : 'Everything is one transaction: each lock is held until its end, and if a statement fails, nothing is changed.',
    `Estimate: ${seconds < 1 ? 'less than a second' : `about ${seconds} s`}.`,
    blocked.length > 0 ? `Nobody can read meanwhile: ${blocked.join(', ')}.` : 'Everything can be read meanwhile.',
  ].join('\n');
}
