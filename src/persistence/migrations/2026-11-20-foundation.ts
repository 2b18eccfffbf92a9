import { Migration } from '@mikro-orm/migrations';

/** Customers and all that belongs to them: people, groups, clients, logins and what they bought, keys, the trail. */
export class Foundation extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');

    this.addSql(`
      create table customers (
        id uuid primary key,
        name text not null constraint customers_name_key unique,
        user_count int not null default 0,
        verified_user_count int not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`);

    this.addSql(`
      create table organizations (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        name text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint organizations_customer_id_id_key unique (customer_id, id),
        constraint organizations_customer_id_name_key unique (customer_id, name)
      )`);

    this.addSql(`
      create table users (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        email text not null,
        email_key text not null,
        email_verified boolean not null default false,
        username text,
        name text not null,
        given_name text,
        family_name text,
        picture text,
        phone_number text,
        phone_verified boolean not null default false,
        role text not null default 'member' constraint users_role_check check (role in ('member', 'admin')),
        is_active boolean not null default true,
        organization_id uuid,
        password_hash text,
        last_login timestamptz,
        login_count int not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint users_customer_id_id_key unique (customer_id, id),
        constraint users_customer_id_email_key_key unique (customer_id, email_key),
        foreign key (customer_id, organization_id) references organizations (customer_id, id)
          on delete set null (organization_id)
      ) with (fillfactor = 90)`);
    // Where one customer has nearly everybody, a plan made for that one would walk the whole table for each of the others.
    this.addSql('alter table users alter column customer_id set (n_distinct = 1000)');
    this.addSql('create unique index users_customer_id_username_key on users (customer_id, lower(username))');
    this.addSql('create index users_organization_id_index on users (customer_id, organization_id, id)');
    this.addSql('create index users_email_verified_index on users (customer_id, email_verified, id)');
    this.addSql('create index users_inactive_index on users (customer_id, id) where not is_active');
    this.addSql(
      `create index users_administrators_index on users (customer_id, id) where role = 'admin' and is_active`,
    );
    this.addSql('create index users_search_index on users using gin (lower(name || chr(10) || email) gin_trgm_ops)');

    // Exact, because they change with the rows: how long a customer's list of users is, all or verified ones.
    this.addSql(`
      create function count_users() returns trigger language plpgsql as $$
      declare
        sign int := case tg_op when 'INSERT' then 1 else -1 end;
      begin
        update customers
        set user_count = user_count + sign * n.users, verified_user_count = verified_user_count + sign * n.verified
        from (
          select customer_id, count(*) as users, count(*) filter (where email_verified) as verified
          from changed group by customer_id
        ) n
        where customers.id = n.customer_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_inserted after insert on users
      referencing new table as changed for each statement execute function count_users()`);
    this.addSql(`
      create trigger users_deleted after delete on users
      referencing old table as changed for each statement execute function count_users()`);
    this.addSql(`
      create function count_verified_user() returns trigger language plpgsql as $$
      begin
        update customers set verified_user_count = verified_user_count + case when new.email_verified then 1 else -1 end
        where id = new.customer_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_verified after update of email_verified on users for each row
      when (old.email_verified is distinct from new.email_verified) execute function count_verified_user()`);

    // The customer's row is locked first, so that of two administrators who dismiss each other one sees the other gone.
    this.addSql(`
      create function keep_administrator() returns trigger language plpgsql as $$
      begin
        perform 1 from customers where id = old.customer_id for no key update;
        if found and not exists (
          select from users where customer_id = old.customer_id and role = 'admin' and is_active
        ) then
          raise exception 'a customer keeps an administrator'
            using errcode = 'check_violation', constraint = 'users_administrator_check';
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_administrator_deleted after delete on users for each row
      when (old.role = 'admin' and old.is_active) execute function keep_administrator()`);
    this.addSql(`
      create trigger users_administrator_dismissed after update of role, is_active on users for each row
      when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active))
      execute function keep_administrator()`);

    this.addSql(`
      create table groups (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        organization_id uuid,
        name text not null,
        description text not null default '',
        member_count int not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint groups_customer_id_id_key unique (customer_id, id),
        constraint groups_customer_id_name_key unique (customer_id, name),
        foreign key (customer_id, organization_id) references organizations (customer_id, id)
          on delete set null (organization_id)
      ) with (fillfactor = 90)`);
    this.addSql('alter table groups alter column customer_id set (n_distinct = 1000)');
    this.addSql('create index groups_organization_id_index on groups (customer_id, organization_id)');
    this.addSql(
      'create index groups_search_index on groups using gin (lower(name || chr(10) || description) gin_trgm_ops)',
    );

    this.addSql(`
      create table memberships (
        group_id uuid not null,
        user_id uuid not null,
        customer_id uuid not null,
        joined_at timestamptz not null,
        primary key (group_id, user_id),
        foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index memberships_user_id_index on memberships (customer_id, user_id, group_id)');

    // The counter is exact because it changes with the rows, in the same transaction; locks are taken in one order, so
    // that two users leaving the same groups at once do not wait for each other in a circle.
    this.addSql(`
      create function count_memberships() returns trigger language plpgsql as $$
      declare
        sign int := case tg_op when 'INSERT' then 1 else -1 end;
      begin
        perform 1 from groups where id in (select group_id from changed) order by id for no key update;
        update groups set member_count = member_count + sign * n.count
        from (select group_id, count(*) from changed group by group_id) n
        where groups.id = n.group_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger memberships_inserted after insert on memberships
      referencing new table as changed for each statement execute function count_memberships()`);
    this.addSql(`
      create trigger memberships_deleted after delete on memberships
      referencing old table as changed for each statement execute function count_memberships()`);

    this.addSql(`
      create table clients (
        id text primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        owner_id uuid,
        name text not null,
        type text not null constraint clients_type_check check (type in ('confidential', 'public')),
        secret_hash text,
        previous_secret_hash text,
        previous_secret_expires_at timestamptz,
        redirect_uris text[] not null default '{}',
        post_logout_redirect_uris text[] not null default '{}',
        grant_types text[] not null default '{}',
        scopes text[] not null default '{}',
        token_endpoint_auth_method text not null,
        require_pkce boolean not null default true,
        require_consent boolean not null default true,
        logo_uri text,
        tos_uri text,
        policy_uri text,
        jwks_uri text,
        rotated_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint clients_customer_id_id_key unique (customer_id, id),
        foreign key (customer_id, owner_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index clients_owner_id_index on clients (customer_id, owner_id)');

    this.addSql(`
      create table sessions (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        secret_hash bytea not null constraint sessions_secret_hash_key unique,
        auth_time timestamptz not null,
        amr text[] not null,
        ip text not null default '',
        user_agent text not null default '',
        last_accessed_at timestamptz not null,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        constraint sessions_customer_id_id_key unique (customer_id, id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
      )`);
    this.addSql('create index sessions_user_id_index on sessions (customer_id, user_id)');
    this.addSql('create index sessions_expires_at_index on sessions (expires_at)');

    // In a trigger, because its statements also see a session that began while the change waited for the row.
    this.addSql(`
      create function end_sessions() returns trigger language plpgsql as $$
      begin
        delete from sessions where customer_id = new.customer_id and user_id = new.id;
        return null;
      end $$`);
    this.addSql(`
      create trigger users_disabled after update of is_active on users for each row
      when (old.is_active and not new.is_active) execute function end_sessions()`);

    this.addSql(`
      create table consents (
        user_id uuid not null,
        client_id text not null,
        customer_id uuid not null,
        scopes text[] not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, client_id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index consents_client_id_index on consents (customer_id, client_id)');
    this.addSql('create index consents_user_id_index on consents (customer_id, user_id)');

    this.addSql(`
      create table grants (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid not null,
        session_id uuid not null,
        client_id text not null,
        scopes text[] not null,
        auth_time timestamptz not null,
        amr text[] not null,
        created_at timestamptz not null,
        constraint grants_customer_id_id_key unique (customer_id, id),
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade,
        foreign key (customer_id, session_id) references sessions (customer_id, id) on delete cascade,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index grants_session_id_index on grants (customer_id, session_id)');
    this.addSql('create index grants_client_id_index on grants (customer_id, client_id)');
    this.addSql('create index grants_user_id_index on grants (customer_id, user_id, client_id)');

    this.addSql(`
      create table authorization_codes (
        code_hash bytea primary key,
        customer_id uuid not null,
        grant_id uuid not null,
        client_id text not null,
        redirect_uri text not null,
        code_challenge text,
        nonce text,
        expires_at timestamptz not null,
        consumed_at timestamptz,
        foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
      )`);
    this.addSql('create index authorization_codes_grant_id_index on authorization_codes (customer_id, grant_id)');
    this.addSql('create index authorization_codes_expires_at_index on authorization_codes (expires_at)');

    this.addSql(`
      create table refresh_tokens (
        token_hash bytea primary key,
        customer_id uuid not null,
        grant_id uuid not null,
        client_id text not null,
        scopes text[] not null,
        expires_at timestamptz not null,
        consumed_at timestamptz,
        successor_hash bytea,
        created_at timestamptz not null,
        foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
      )`);
    this.addSql('create index refresh_tokens_grant_id_index on refresh_tokens (customer_id, grant_id)');
    this.addSql('create index refresh_tokens_expires_at_index on refresh_tokens (expires_at)');

    this.addSql(`
      create table signing_keys (
        id text primary key,
        algorithm text not null constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256')),
        public_jwk jsonb not null,
        sealed_private_key bytea not null,
        active_from timestamptz not null,
        retires_at timestamptz,
        created_at timestamptz not null
      )`);

    this.addSql(`
      create table audit_events (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        occurred_at timestamptz not null,
        action text not null,
        actor_type text not null
          constraint audit_events_actor_type_check check (actor_type in ('user', 'client', 'system', 'anonymous')),
        actor_id text,
        subject_type text not null,
        subject_id text not null,
        ip text not null default '',
        request_id text not null default '',
        details jsonb not null default '{}'::jsonb
      )`);
    this.addSql('create index audit_events_customer_id_index on audit_events (customer_id, id)');
    this.addSql('create index audit_events_action_index on audit_events (customer_id, action, id)');
    this.addSql('create index audit_events_actor_index on audit_events (customer_id, actor_id, id)');
    this.addSql('create index audit_events_subject_index on audit_events (customer_id, subject_type, subject_id, id)');
  }

  override down(): void {
    this.addSql(`
      drop table audit_events, signing_keys, refresh_tokens, authorization_codes, grants, consents, sessions, clients,
        memberships, groups, users, organizations, customers`);
    this.addSql(
      'drop function count_memberships(), count_users(), count_verified_user(), keep_administrator(), end_sessions()',
    );
  }
}
