import { Migration } from '@mikro-orm/migrations';

/** The outbox, invitations, and the one-time links that mails bring. */
export class MailAndLinks extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox_mails (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        kind text not null,
        recipient text not null,
        subject text not null,
        sealed_body bytea,
        attempts int not null default 0,
        next_attempt_at timestamptz not null,
        sent_at timestamptz,
        failed_at timestamptz,
        last_error text,
        created_at timestamptz not null
      )`);
    this.addSql('create index outbox_mails_customer_id_index on outbox_mails (customer_id, id)');
    this.addSql(`
      create index outbox_mails_due_index on outbox_mails (next_attempt_at)
      where sent_at is null and failed_at is null`);

    this.addSql(`
      create table invitations (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        email text not null,
        application_url text,
        inviter_type text not null
          constraint invitations_inviter_type_check check (inviter_type in ('user', 'client', 'system')),
        inviter_id text,
        created_at timestamptz not null,
        sent_at timestamptz not null,
        expires_at timestamptz not null,
        accepted_at timestamptz,
        revoked_at timestamptz,
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index invitations_customer_id_index on invitations (customer_id, id)');
    this.addSql('create index invitations_user_id_index on invitations (customer_id, user_id)');
    this.addSql(`
      create unique index invitations_open_key on invitations (customer_id, user_id)
      where accepted_at is null and revoked_at is null`);

    // One link of a purpose a user: the newest one takes the place of the one before, whoever asks at the same time.
    this.addSql(`
      create table one_time_links (
        token_hash bytea primary key,
        customer_id uuid not null,
        user_id uuid not null,
        purpose text not null constraint one_time_links_purpose_check
          check (purpose in ('invitation', 'verify_email', 'reset_password', 'change_email')),
        email text not null,
        email_key text not null,
        expires_at timestamptz not null,
        consumed_at timestamptz,
        created_at timestamptz not null,
        constraint one_time_links_user_id_purpose_key unique (customer_id, user_id, purpose),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);

    this.addSql(`
      create table recovery_requests (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        email text not null,
        ip text not null default '',
        request_id text not null default '',
        requested_at timestamptz not null
      )`);
    this.addSql('create index recovery_requests_customer_id_index on recovery_requests (customer_id)');

    this.addSql(`
      create function end_links() returns trigger language plpgsql as $$
      begin
        delete from one_time_links where customer_id = new.customer_id and user_id = new.id;
        update invitations set revoked_at = new.updated_at
        where customer_id = new.customer_id and user_id = new.id and accepted_at is null and revoked_at is null;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_disabled_links after update of is_active on users for each row
      when (old.is_active and not new.is_active) execute function end_links()`);
  }

  override down(): void {
    this.addSql('drop trigger users_disabled_links on users');
    this.addSql('drop function end_links()');
    this.addSql('drop table recovery_requests, one_time_links, invitations, outbox_mails');
  }
}
