import { Migration } from '@mikro-orm/migrations';

/** The web origins of clients, derived from their redirect URIs wherever they are asked for, and an index over them. */
export class WebOrigins extends Migration {
  override up(): void {
    // Redirect URIs are registered as browsers write them, but for a port that goes without saying.
    this.addSql(`
      create function web_origins(uris text[]) returns text[] language sql immutable parallel safe as $$
        select coalesce(array_agg(distinct regexp_replace(
          regexp_replace(substring(uri from '^https?://[^/?]+'), ':0*([0-9]+)$', ':\\1'),
          '^(https:.*):443$|^(http:.*):80$', '\\1\\2'
        )), '{}')
        from unnest(uris) uri where uri ~ '^https?://'
      $$`);
    this.addSql('create index clients_web_origins_index on clients using gin (web_origins(redirect_uris))');
  }

  override down(): void {
    this.addSql('drop index clients_web_origins_index');
    this.addSql('drop function web_origins(text[])');
  }
}
