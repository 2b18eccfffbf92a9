import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = `.,;:@_+-/()&"'’`;
const BLANKS = ' '.repeat(SEPARATORS.length);
const NOBODY = "'00000000-0000-0000-0000-000000000000'::uuid";

/** Roles with the scopes of APIs that they allow, and who has them. */
export class Roles extends Migration {
  override up(): void {
    this.addSql(`
      create table roles (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        kind text not null check (kind in ('api', 'customer', 'organization')),
        api_id uuid,
        name text not null,
        description text not null default '',
        search_folded text,
        version int not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint roles_customer_id_id_key unique (customer_id, id),
        constraint roles_api_check check ((kind = 'api') = (api_id is not null)),
        foreign key (customer_id, api_id) references apis (customer_id, id) on delete cascade
      )`);
    this.addSql(`create unique index roles_name_key on roles (customer_id, coalesce(api_id, ${NOBODY}), name)`);
    this.addSql('create index roles_api_id_index on roles (customer_id, api_id) where api_id is not null');
    this.addSql(
      'create index roles_list_name_index on roles (customer_id, search_folded(name) collate "C", id) where created_at > \'-infinity\'',
    );
    for (const column of ['created_at', 'updated_at'])
      this.addSql(
        `create index roles_list_${column}_index on roles (customer_id, ${column}, id) where created_at > '-infinity'`,
      );
    this.addSql(`
      create table role_permissions (
        role_id uuid not null,
        customer_id uuid not null,
        scope_id uuid not null,
        primary key (role_id, customer_id, scope_id),
        foreign key (customer_id, role_id) references roles (customer_id, id) on delete cascade,
        foreign key (customer_id, scope_id) references api_scopes (customer_id, id) on delete cascade
      )`);
    this.addSql('create index role_permissions_scope_id_index on role_permissions (scope_id, customer_id, role_id)');
    this.addSql(`
      create table role_assignments (
        id uuid primary key,
        customer_id uuid not null,
        role_id uuid not null,
        user_id uuid,
        group_id uuid,
        client_id text,
        organization_id uuid,
        expires_at timestamptz,
        created_at timestamptz not null,
        constraint role_assignments_customer_id_id_key unique (customer_id, id),
        constraint role_assignments_holder_check check (num_nonnulls(user_id, group_id, client_id) = 1),
        foreign key (customer_id, role_id) references roles (customer_id, id) on delete cascade,
        foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade,
        foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
        foreign key (customer_id, organization_id) references organizations (customer_id, id) on delete cascade
      )`);
    for (const holder of ['user_id', 'group_id', 'client_id'])
      this.addSql(`
        create unique index role_assignments_${holder}_key
        on role_assignments (${holder}, customer_id, role_id, coalesce(organization_id, ${NOBODY})) where ${holder} is not null`);
    this.addSql('create index role_assignments_role_id_index on role_assignments (role_id, customer_id, id)');
    this.addSql(
      'create index role_assignments_role_user_index on role_assignments (role_id, user_id) where user_id is not null',
    );
    this.addSql(`
      create index role_assignments_organization_id_index on role_assignments (organization_id, customer_id)
      where organization_id is not null`);
    this.addSql(
      'create index role_assignments_expires_at_index on role_assignments (expires_at) where expires_at is not null',
    );
    this.addSql(`
      create function roles_fold() returns trigger language plpgsql as $$
      begin
        new.search_folded := translate(
          ' ' || search_folded(concat_ws(' ', new.name, new.description)) || ' ', '${SEPARATORS.replaceAll("'", "''")}', '${BLANKS}');
        return new;
      end $$`);
    this.addSql(`
      create trigger roles_folded before insert or update of name, description, search_folded on roles
      for each row execute function roles_fold()`);
    this.addSql('alter table roles enable always trigger roles_folded');
    this.addSql('create index roles_folded_index on roles using gin (search_folded gin_trgm_ops)');
    this.addSql(`
      create trigger roles_renamed after update of name on roles for each row
      when (old.name <> new.name) execute function keep_name()`);
    this.addSql('create trigger roles_gone after delete on roles for each row execute function keep_name()');
  }

  override down(): void {
    for (const table of ['role_assignments', 'role_permissions', 'roles']) this.addSql(`drop table ${table}`);
    this.addSql('drop function roles_fold()');
  }
}
