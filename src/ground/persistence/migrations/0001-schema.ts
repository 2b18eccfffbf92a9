import { Migration } from '@mikro-orm/migrations';
import { FORMER_NAMES } from './former-names.ts';
import { schema } from './schema/index.ts';

/** What a thing is that a statement makes, and its name. */
const MADE = /^create (table|function) (\w+)/m;

/** The schema from which the first release began. */
export class Schema extends Migration {
  override up(): void {
    for (const statement of schema) this.addSql(statement);
  }

  override down(): void {
    for (const statement of schema.toReversed()) {
      const [, kind, name] = MADE.exec(statement) ?? [];
      if (kind) this.addSql(`drop ${kind} ${name} cascade`);
    }
    const names = FORMER_NAMES.map((name) => `'${name}'`).join();
    this.addSql(`delete from schema_migrations where name in (${names})`);
  }
}
