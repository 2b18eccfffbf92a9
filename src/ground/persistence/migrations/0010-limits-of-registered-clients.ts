import { Migration } from '@mikro-orm/migrations';

/** What administrators have set of clients that registered themselves, tokens of registrations that end, and who made tokens. */
export class LimitsOfRegisteredClients extends Migration {
  override up(): void {
    this.addSql(`alter table clients add column held_metadata jsonb not null default '{}'`);
    this.addSql('alter table client_registrations alter column token_hash drop not null');
    this.addSql('alter table initial_access_tokens add column maker_type text, add column maker_id text');
  }

  override down(): void {
    this.addSql('alter table initial_access_tokens drop column maker_type, drop column maker_id');
    this.addSql('delete from client_registrations where token_hash is null');
    this.addSql('alter table client_registrations alter column token_hash set not null');
    this.addSql('alter table clients drop column held_metadata');
  }
}
