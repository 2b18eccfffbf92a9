import { loadConfig } from '../config/load.ts';
import * as migrations from '../persistence/migrate.ts';
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
