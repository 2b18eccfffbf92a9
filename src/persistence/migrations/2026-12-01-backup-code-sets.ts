import { Migration } from '@mikro-orm/migrations';

const NOTE_FACTOR = `
  declare
    owner uuid := coalesce(new.user_id, old.user_id);
    tenant uuid := coalesce(new.customer_id, old.customer_id);
    methods text[];
  begin
    perform from users where id = owner for no key update;
    methods := array_remove(array[
      case when exists (select from totp_factors f where f.customer_id = tenant and f.user_id = owner)
        then 'totp' end,
      case when exists (select from passkeys p where p.user_id = owner and p.customer_id is not distinct from tenant)
        then 'passkey' end], null);
    update users set mfa_methods = methods, mfa_enrolled = methods <> '{}'
    where id = owner and customer_id is not distinct from tenant and mfa_methods <> methods;`;

/** Backup codes are a factor of their own, so that users who have only passkeys have them, too. */
export class BackupCodeSets extends Migration {
  override up(): void {
    this.addSql(`
      create table backup_code_sets (
        customer_id uuid not null,
        user_id uuid not null,
        hashes text[] not null,
        primary key (customer_id, user_id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql(`
      insert into backup_code_sets (customer_id, user_id, hashes)
      select customer_id, user_id, backup_code_hashes from totp_factors`);
    this.addSql('alter table totp_factors drop column backup_code_hashes');
    // Codes of a factor that is gone must not open a later one.
    this.addSql(`
      create or replace function note_factor() returns trigger language plpgsql as $$ ${NOTE_FACTOR}
        if methods = '{}' then
          delete from backup_code_sets b where b.customer_id = tenant and b.user_id = owner;
        end if;
        return null;
      end $$`);
  }

  override down(): void {
    this.addSql(`
      create or replace function note_factor() returns trigger language plpgsql as $$ ${NOTE_FACTOR}
        return null;
      end $$`);
    this.addSql(`alter table totp_factors add column backup_code_hashes text[] not null default '{}'`);
    this.addSql(`
      update totp_factors f set backup_code_hashes = b.hashes from backup_code_sets b
      where b.customer_id = f.customer_id and b.user_id = f.user_id`);
    this.addSql('alter table totp_factors alter column backup_code_hashes drop default');
    this.addSql('drop table backup_code_sets');
  }
}
