import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationDiff } from '@mikro-orm/core';
import { TSMigrationGenerator } from '@mikro-orm/migrations';
import { isKeptInSql } from './kept-in-sql.ts';
import { migrations } from './migrations/index.ts';

const FOLDER = 'src/ground/persistence/migrations';
const LIST = join(FOLDER, 'index.ts');

/** Writes what `npx mikro-orm migration:create --name=<what-it-does>` finds as one of our migrations, and lists it. */
class MigrationGenerator extends TSMigrationGenerator {
  override async generate(diff: MigrationDiff, path?: string, name?: string): Promise<[string, string]> {
    if (!name || !/^[a-z]+(?:-[a-z]+)*$/.test(name)) throw new Error('Name the migration: --name=what-it-does');
    const [up, down] = [diff.up, diff.down].map((statements) => statements.filter(isOurs));
    if (up!.length === 0) throw new Error('The database is what the entities say.');
    const made = await super.generate({ up: up!, down: down! }, path, name);
    await list(made[1].replace(/\.ts$/, ''), classOf(name));
    return made;
  }

  override generateMigrationFile(className: string, { up, down }: MigrationDiff): string {
    const body = (statements: string[]): string =>
      statements.map((statement) => this.createStatement(statement.trim().replace(/;$/, ''), 4)).join('');
    return [
      `import { Migration } from '@mikro-orm/migrations';\n`,
      `/** What it is for. */`,
      `export class ${classOf(className.replace(/^Migration\d+_/, ''))} extends Migration {`,
      `  override up(): void {\n${body(up)}  }\n`,
      `  override down(): void {\n${body(down)}  }\n}\n`,
    ].join('\n');
  }
}

const isOurs = (statement: string): boolean => statement.trim() !== '' && !isKeptInSql(statement.trim());

const classOf = (name: string): string =>
  name.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());

async function list(file: string, className: string): Promise<void> {
  const text = await readFile(LIST, 'utf8');
  const listed = text
    .replace(/\n\n/, `\nimport { ${className} } from './${file}.ts';\n\n`)
    .replace(/\n];/, `\n  { name: '${file}', class: ${className} },\n];`);
  await writeFile(LIST, listed);
}

/** Where new migrations go, and how they look. */
export const newMigrations = {
  path: FOLDER,
  generator: MigrationGenerator,
  emit: 'ts',
  fileName: (_timestamp: string, name?: string): string => `${String(migrations.length + 1).padStart(4, '0')}-${name}`,
} as const;
