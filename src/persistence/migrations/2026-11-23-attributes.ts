import { Migration } from '@mikro-orm/migrations';

/** The claims of OpenID Connect Core §5.1 that are not columns: name, claim, scope, description, constraints. */
const URL = String.raw`{"maxLength": 2048, "pattern": "https?://[^\\s\\/?#]+[^\\s]*"}`;
const STANDARD = [
  ['middleName', 'middle_name', 'profile', 'The middle names.', '{"maxLength": 255}'],
  ['nickname', 'nickname', 'profile', 'A casual name.', '{"maxLength": 255}'],
  ['profile', 'profile', 'profile', 'The address of a profile page.', URL],
  ['website', 'website', 'profile', 'The address of a web page or blog.', URL],
  ['gender', 'gender', 'profile', 'The gender, such as female or male.', '{"maxLength": 64}'],
  [
    'birthdate',
    'birthdate',
    'profile',
    'The birthday: YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone.',
    String.raw`{"maxLength": 10, "pattern": "[0-9]{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?"}`,
  ],
  [
    'zoneinfo',
    'zoneinfo',
    'profile',
    'The time zone, such as Europe/Paris.',
    String.raw`{"maxLength": 64, "pattern": "[A-Za-z0-9_+\\-]+(/[A-Za-z0-9_+\\-]+)*"}`,
  ],
  [
    'locale',
    'locale',
    'profile',
    'The language and region, such as en-US.',
    String.raw`{"maxLength": 35, "pattern": "[A-Za-z]{2,8}([\\-_][A-Za-z0-9]{1,8})*"}`,
  ],
  ['formattedAddress', 'address.formatted', 'address', 'The whole postal address.', '{"maxLength": 1000}'],
  ['streetAddress', 'address.street_address', 'address', 'Street and house number.', '{"maxLength": 255}'],
  ['locality', 'address.locality', 'address', 'City or locality.', '{"maxLength": 255}'],
  ['region', 'address.region', 'address', 'State, province or region.', '{"maxLength": 255}'],
  ['postalCode', 'address.postal_code', 'address', 'Zip or postal code.', '{"maxLength": 32}'],
  ['country', 'address.country', 'address', 'Country.', '{"maxLength": 255}'],
];

/** The tables of what has attributes, the columns that refer to them, and the subjects of definitions. */
const HOLDERS = [
  ['users', 'user_id', 'user'],
  ['groups', 'group_id', 'group'],
  ['clients', 'client_id', 'client'],
] as const;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const ROWS = STANDARD.map((row) => `(${row.map(quoted).join(', ')})`).join(', ');

/** Inserts them for a customer: an id, and when they were created. */
const insertStandard = (id: string, createdAt: string, from: string): string => `
  insert into attribute_definitions (id, customer_id, subject, name, description, type, constraints, visible_to,
    editable_by, claim, scope, is_standard, created_at, updated_at)
  select gen_random_uuid(), ${id}, 'user', s.name, s.description, 'string', s.constraints::jsonb, 'owner', 'owner',
    s.claim, s.scope, true, ${createdAt}, ${createdAt}
  from ${from} (values ${ROWS}) s (name, claim, scope, description, constraints)`;

/**
 * Attributes that customers define for their users, groups and clients. The values are a document beside each row, under the
 * ids of their definitions. `attribute_values` is an index of those that are unique or searchable, kept by triggers, so that
 * it is right whoever writes. Each customer begins with the standard claims of OpenID Connect as attributes of users.
 */
export class Attributes extends Migration {
  override up(): void {
    this.addSql(`
      create table attribute_definitions (
        id uuid primary key,
        customer_id uuid not null,
        subject text not null constraint attribute_definitions_subject_check check (subject in ('user', 'group', 'client')),
        name text not null,
        description text not null default '',
        type text not null constraint attribute_definitions_type_check
          check (type in ('string', 'number', 'integer', 'boolean', 'date', 'moment', 'enum', 'json')),
        is_list boolean not null default false,
        is_required boolean not null default false,
        constraints jsonb not null default '{}'::jsonb,
        default_value jsonb null,
        visible_to text not null constraint attribute_definitions_visible_to_check
          check (visible_to in ('administrators', 'owner', 'members')),
        editable_by text not null constraint attribute_definitions_editable_by_check
          check (editable_by in ('administrators', 'owner', 'members')),
        is_unique boolean not null default false,
        is_searchable boolean not null default false,
        claim text null,
        scope text null,
        is_standard boolean not null default false,
        version int not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint attribute_definitions_customer_id_fkey
          foreign key (customer_id) references customers (id) on delete cascade,
        constraint attribute_definitions_customer_id_id_key unique (customer_id, id)
      )`);
    this.addSql(`
      create unique index attribute_definitions_name_key
        on attribute_definitions (customer_id, subject, lower(name))`);
    this.addSql(`
      create unique index attribute_definitions_claim_key
        on attribute_definitions (customer_id, claim) where claim is not null`);

    for (const [table] of HOLDERS)
      this.addSql(`alter table ${table} add column attributes jsonb not null default '{}'::jsonb`);

    this.addSql(`
      create table attribute_values (
        id uuid primary key default gen_random_uuid(),
        customer_id uuid not null,
        definition_id uuid not null,
        user_id uuid null,
        group_id uuid null,
        client_id text null,
        value text not null,
        number double precision null,
        is_unique boolean not null,
        constraint attribute_values_subject_check check (num_nonnulls(user_id, group_id, client_id) = 1),
        constraint attribute_values_customer_id_definition_id_fkey
          foreign key (customer_id, definition_id) references attribute_definitions (customer_id, id) on delete cascade,
        constraint attribute_values_customer_id_user_id_fkey
          foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade,
        constraint attribute_values_customer_id_group_id_fkey
          foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
        constraint attribute_values_customer_id_client_id_fkey
          foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql(
      'create unique index attribute_values_unique_key on attribute_values (definition_id, value) where is_unique',
    );
    this.addSql(`
      create index attribute_values_definition_id_index
        on attribute_values (definition_id, customer_id, (value collate "C"))`);
    this.addSql(
      'create index attribute_values_number_index on attribute_values (definition_id, number) where number is not null',
    );
    for (const [, key] of HOLDERS)
      this.addSql(
        `create index attribute_values_${key}_index on attribute_values (${key}, customer_id) where ${key} is not null`,
      );

    // The definition is locked, so that whoever makes it unique or searchable waits for the writers of its values.
    this.addSql(`
      create function indexed_attributes(of_customer uuid, stored jsonb)
      returns table (definition_id uuid, value text, number double precision, is_unique boolean)
      language sql volatile as $$
        select d.id, v.value, case when d.type in ('number', 'integer') then v.value::double precision end, d.is_unique
        from jsonb_each(stored) a
        cross join lateral (
          select * from attribute_definitions f where f.id = a.key::uuid limit 1 for share
        ) d
        cross join lateral (
          select distinct e.value #>> '{}' as value from jsonb_array_elements(
            case jsonb_typeof(a.value) when 'array' then a.value else jsonb_build_array(a.value) end) e
        ) v
        where d.customer_id = of_customer and (d.is_unique or d.is_searchable)
      $$`);
    for (const [table, key] of HOLDERS) {
      this.addSql(`
        create function index_attributes_of_${table}() returns trigger language plpgsql as $$
        begin
          delete from attribute_values v where v.${key} = new.id and v.customer_id = new.customer_id;
          insert into attribute_values (customer_id, definition_id, ${key}, value, number, is_unique)
          select new.customer_id, i.definition_id, new.id, i.value, i.number, i.is_unique
          from indexed_attributes(new.customer_id, new.attributes) i;
          return null;
        end $$`);
      this.addSql(`
        create trigger ${table}_created_attributes after insert on ${table} for each row
        when (new.attributes <> '{}'::jsonb) execute function index_attributes_of_${table}()`);
      this.addSql(`
        create trigger ${table}_changed_attributes after update of attributes on ${table} for each row
        when (new.attributes is distinct from old.attributes) execute function index_attributes_of_${table}()`);
    }

    this.addSql(`
      create function index_attribute() returns trigger language plpgsql as $$
      begin
        delete from attribute_values where definition_id = new.id;
        ${HOLDERS.map(
          ([table, key, subject]) => `
        if new.subject = '${subject}' then
          insert into attribute_values (customer_id, definition_id, ${key}, value, number, is_unique)
          select e.customer_id, i.definition_id, e.id, i.value, i.number, i.is_unique from ${table} e
          cross join lateral indexed_attributes(
            e.customer_id, jsonb_build_object(new.id::text, e.attributes -> new.id::text)) i
          where e.customer_id = new.customer_id and e.attributes ? new.id::text;
        end if;`,
        ).join('')}
        return null;
      end $$`);
    this.addSql(`
      create trigger attribute_definitions_indexed after update of is_unique, is_searchable on attribute_definitions
      for each row when ((new.is_unique, new.is_searchable) is distinct from (old.is_unique, old.is_searchable))
      execute function index_attribute()`);
    this.addSql(`
      create function remove_attribute() returns trigger language plpgsql as $$
      begin
        ${HOLDERS.map(
          ([table, , subject]) => `
        if old.subject = '${subject}' then
          update ${table} set attributes = attributes - old.id::text
          where customer_id = old.customer_id and attributes ? old.id::text;
        end if;`,
        ).join('')}
        return null;
      end $$`);
    this.addSql(`
      create trigger attribute_definitions_deleted after delete on attribute_definitions for each row
      execute function remove_attribute()`);

    this.addSql(`
      create function add_standard_attributes() returns trigger language plpgsql as $$
      begin
        ${insertStandard('new.id', 'new.created_at', '')};
        return null;
      end $$`);
    this.addSql(`
      create trigger customers_inserted_attributes after insert on customers for each row
      execute function add_standard_attributes()`);
    this.addSql(insertStandard('c.id', 'c.created_at', 'customers c cross join'));
  }

  override down(): void {
    this.addSql('drop trigger customers_inserted_attributes on customers');
    this.addSql('drop function add_standard_attributes()');
    for (const [table] of HOLDERS) {
      this.addSql(`drop trigger ${table}_created_attributes on ${table}`);
      this.addSql(`drop trigger ${table}_changed_attributes on ${table}`);
      this.addSql(`drop function index_attributes_of_${table}()`);
    }
    this.addSql('drop function indexed_attributes(uuid, jsonb)');
    this.addSql('drop table attribute_values');
    for (const [table] of HOLDERS) this.addSql(`alter table ${table} drop column attributes`);
    this.addSql('drop table attribute_definitions');
    this.addSql('drop function index_attribute()');
    this.addSql('drop function remove_attribute()');
  }
}
