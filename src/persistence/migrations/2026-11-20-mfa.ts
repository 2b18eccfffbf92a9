import { Migration } from '@mikro-orm/migrations';

/** Second factors: the enrolled ones, and those whose enrollment is under way. */
export class Mfa extends Migration {
  override up(): void {
    this.addSql(`
      create table totp_factors (
        customer_id uuid not null,
        user_id uuid not null,
        sealed_secret bytea not null,
        last_step bigint not null,
        backup_code_hashes text[] not null,
        enabled_at timestamptz not null,
        primary key (customer_id, user_id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      ) with (fillfactor = 70)`);
    this.addSql(`
      create table totp_setups (
        customer_id uuid not null,
        user_id uuid not null,
        sealed_secret bytea not null,
        backup_code_hashes text[] not null,
        replaces_factor boolean not null,
        expires_at timestamptz not null,
        primary key (customer_id, user_id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
  }

  override down(): void {
    this.addSql('drop table totp_setups, totp_factors');
  }
}
