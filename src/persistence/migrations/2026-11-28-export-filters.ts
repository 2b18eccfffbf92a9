import { Migration } from '@mikro-orm/migrations';

/** Which rows the export of a link has. */
export class ExportFilters extends Migration {
  override up(): void {
    this.addSql('alter table export_links add column filter jsonb');
  }

  override down(): void {
    this.addSql('alter table export_links drop column filter');
  }
}
