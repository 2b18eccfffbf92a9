import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = `.,;:@_+-/()&"'’`;
const BLANKS = ' '.repeat(SEPARATORS.length);

/** APIs of customers with their scopes, and which clients have which of them. */
export class Apis extends Migration {
  override up(): void {
    this.addSql(`
      create table apis (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        identifier text not null,
        name text not null,
        description text not null default '',
        logo_uri text,
        token_seconds int check (token_seconds between 60 and 86400),
        signing_alg text not null default 'ES256' check (signing_alg in ('RS256', 'ES256', 'PS256', 'EdDSA')),
        allows_refresh_tokens boolean not null default true,
        is_first_party boolean not null default false,
        requires_role boolean not null default false,
        tells_roles boolean not null default false,
        tells_groups boolean not null default false,
        tells_entitlements boolean not null default false,
        search_folded text,
        version int not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint apis_customer_id_id_key unique (customer_id, id),
        constraint apis_customer_id_identifier_key unique (identifier, customer_id)
      )`);
    this.addSql(`
      create table api_scopes (
        id uuid primary key,
        customer_id uuid not null,
        api_id uuid not null,
        name text not null constraint api_scopes_name_check check (name ~ '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$'),
        description text not null default '',
        translations jsonb not null default '{}',
        is_default boolean not null default false,
        is_optional boolean not null default false,
        created_at timestamptz not null,
        constraint api_scopes_customer_id_id_key unique (customer_id, id),
        constraint api_scopes_api_id_name_key unique (api_id, customer_id, name),
        foreign key (customer_id, api_id) references apis (customer_id, id) on delete cascade
      )`);
    this.addSql(`
      create table client_scopes (
        client_id text not null,
        customer_id uuid not null,
        scope_id uuid not null,
        primary key (client_id, customer_id, scope_id),
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
        foreign key (customer_id, scope_id) references api_scopes (customer_id, id) on delete cascade
      )`);
    this.addSql('create index client_scopes_scope_id_index on client_scopes (scope_id, customer_id, client_id)');
    this.addSql(
      'create index apis_list_name_index on apis (customer_id, search_folded(name) collate "C", id) where created_at > \'-infinity\'',
    );
    for (const column of ['created_at', 'updated_at'])
      this.addSql(
        `create index apis_list_${column}_index on apis (customer_id, ${column}, id) where created_at > '-infinity'`,
      );
    this.addSql(`
      create function apis_fold() returns trigger language plpgsql as $$
      begin
        new.search_folded := translate(
          ' ' || search_folded(concat_ws(' ', new.name, new.identifier, new.description)) || ' ', '${SEPARATORS.replaceAll("'", "''")}', '${BLANKS}');
        return new;
      end $$`);
    this.addSql(`
      create trigger apis_folded before insert or update of name, identifier, description, search_folded on apis
      for each row execute function apis_fold()`);
    this.addSql('alter table apis enable always trigger apis_folded');
    this.addSql('create index apis_folded_index on apis using gin (search_folded gin_trgm_ops)');
    this.addSql(`
      create trigger apis_renamed after update of name on apis for each row
      when (old.name <> new.name) execute function keep_name()`);
    this.addSql('create trigger apis_gone after delete on apis for each row execute function keep_name()');
  }

  override down(): void {
    for (const table of ['client_scopes', 'api_scopes', 'apis']) this.addSql(`drop table ${table}`);
    this.addSql('drop function apis_fold()');
  }
}
