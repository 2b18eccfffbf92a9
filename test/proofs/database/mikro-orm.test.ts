/** MikroORM's own command line, as a contributor runs it. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import type { Config } from '../../../src/ground/config/load.ts';
import { isKeptInSql, TRIGGERS } from '../../../src/ground/persistence/kept-in-sql.ts';
import { useApp } from '../../support/app.ts';

const app = useApp();
const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

async function mikroOrm(args: readonly string[], cwd = root): Promise<string> {
  const { database } = app.server.runtime.settings as Config;
  const { PATH, HOME } = process.env;
  const { stdout } = await run('node_modules/.bin/mikro-orm', args, {
    cwd,
    env: { PATH, HOME, NO_COLOR: '1', DATABASE_URL: database.url! },
  });
  return stdout;
}

it('debug finds the configuration, the entities and the database', async () => {
  const told = await mikroOrm(['debug']);
  expect(told).toContain('configuration found');
  expect(told).toContain('database connection successful');
  expect(told).toContain('will use `entities` array');
});

it('migration:pending knows the migrations of a database', async () => {
  expect(await mikroOrm(['migration:pending'])).toContain('No pending migrations');
});

it('schema:update --dump finds nothing to differ but what is kept in SQL on purpose, and all of that', async () => {
  const dump = await mikroOrm(['schema:update', '--dump']);
  const statements = dump.split('\n').filter((line) => line && line !== "set names 'utf8';");
  expect(statements.filter((statement) => !isKeptInSql(statement))).toEqual([]);
  const dropped = [...dump.matchAll(/^drop trigger if exists "(\w+)"/gm)].map((found) => found[1]!);
  expect(dropped.toSorted()).toEqual([...TRIGGERS]);
});

it('migration:create writes the migration of a new property, and lists it', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'guildhall-recipe-'));
  try {
    for (const part of ['src', 'package.json', 'tsconfig.json', 'mikro-orm.config.ts'])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const entity = join(copy, 'src/modules/groups/group.entity.ts');
    const text = await readFile(entity, 'utf8');
    await writeFile(
      entity,
      text.replace('    name: p.text(),', '    name: p.text(),\n    color: p.text().nullable(),'),
    );

    const told = await mikroOrm(['migration:create', '--name=group-color'], copy);
    const [file] = /\d{4}-group-color/.exec(told)!;
    const migrations = join(copy, 'src/ground/persistence/migrations');
    const written = await readFile(join(migrations, `${file}.ts`), 'utf8');
    expect(written.match(/addSql\(.*\)/g)).toEqual([
      'addSql(`alter table "groups" add "color" text null`)',
      'addSql(`alter table "groups" drop column "color"`)',
    ]);
    expect(await readFile(join(migrations, 'index.ts'), 'utf8')).toContain(`{ name: '${file}', class: GroupColor },`);
    expect(await mikroOrm(['migration:pending'], copy)).toContain(file);
  } finally {
    await rm(copy, { recursive: true });
  }
});
