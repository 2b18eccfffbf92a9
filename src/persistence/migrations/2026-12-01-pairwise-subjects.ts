import { Migration } from '@mikro-orm/migrations';

/** Clients that know users by identifiers of their sector, and the salts that these are made with. */
export class PairwiseSubjects extends Migration {
  override up(): void {
    // The host of the first address that is given. The server refuses addresses in which others could see another host.
    this.addSql(`
      create function client_sector(subject_type text, sector_identifier_uri text, redirect_uris text[]) returns text
      language sql immutable parallel safe
      return case when subject_type = 'pairwise' then
        lower(substring(coalesce(sector_identifier_uri, redirect_uris[1]) from '^[A-Za-z]+://([^/?#:]+)')) end`);
    this.addSql(`
      alter table clients
        add column subject_type text not null default 'public',
        add column sector_identifier_uri text,
        add column sector text generated always as (client_sector(subject_type, sector_identifier_uri, redirect_uris)) stored,
        add constraint clients_subject_type_check check (subject_type in ('public', 'pairwise')),
        add constraint clients_sector_check check (subject_type = 'public' or sector is not null)`);
    this.addSql(`
      create table pairwise_salts (
        customer_id uuid primary key references customers (id) on delete cascade,
        sealed_salt bytea not null,
        created_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql('drop table pairwise_salts');
    this.addSql('alter table clients drop column sector, drop column sector_identifier_uri, drop column subject_type');
    this.addSql('drop function client_sector');
  }
}
