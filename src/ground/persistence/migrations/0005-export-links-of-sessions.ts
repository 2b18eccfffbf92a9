import { Migration } from '@mikro-orm/migrations';

/** Links of exports end with the session in which they were asked for. They last minutes, so no older one needs it. */
export class ExportLinksOfSessions extends Migration {
  override up(): void {
    this.addSql(`
      alter table export_links add column session_id uuid,
        add constraint export_links_customer_id_session_id_fkey foreign key (customer_id, session_id)
          references sessions (customer_id, id) on delete cascade`);
    this.addSql(`
      create index export_links_session_id_index on export_links (session_id, customer_id)
      where session_id is not null`);
  }

  override down(): void {
    this.addSql('alter table export_links drop column session_id');
  }
}
