import { Migration } from '@mikro-orm/migrations';

/** Passkeys (WebAuthn), challenges that were used, and which second factors each user has. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        customer_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        credential_id bytea not null constraint passkeys_credential_id_key unique,
        public_key bytea not null,
        sign_count bigint not null,
        transports text[] not null,
        is_syncable boolean not null,
        is_synced boolean not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        primary key (customer_id, id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index passkeys_user_id_index on passkeys (user_id, customer_id)');
    this.addSql(`
      create table used_challenges (
        customer_id uuid not null references customers (id) on delete cascade,
        challenge_hash bytea not null,
        expires_at timestamptz not null,
        primary key (customer_id, challenge_hash)
      )`);
    this.addSql('create index used_challenges_expires_at_index on used_challenges (expires_at)');
    this.addSql(`alter table users add column mfa_methods text[] not null default '{}'`);
    // The lock makes simultaneous changes of one user's factors wait, so that the last one sees all of them.
    this.addSql(`
      create or replace function note_factor() returns trigger language plpgsql as $$
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
        where id = owner and customer_id is not distinct from tenant and mfa_methods <> methods;
        return null;
      end $$`);
    this.addSql(`
      create trigger passkeys_noted after insert or delete on passkeys
      for each row execute function note_factor()`);
    this.addSql(`
      create trigger passkeys_removed_links after delete on passkeys for each row
      execute function void_address_changes()`);
  }

  override down(): void {
    this.addSql('drop table passkeys');
    this.addSql('drop table used_challenges');
    this.addSql(`
      create or replace function note_factor() returns trigger language plpgsql as $$
      declare
        factor totp_factors := coalesce(new, old);
      begin
        update users set mfa_enrolled = (tg_op = 'INSERT')
        where id = factor.user_id and customer_id is not distinct from factor.customer_id;
        return null;
      end $$`);
    this.addSql(`
      update users set mfa_enrolled = false
      where mfa_enrolled and not exists (
        select from totp_factors f where f.customer_id = users.customer_id and f.user_id = users.id)`);
    this.addSql('alter table users drop column mfa_methods');
  }
}
