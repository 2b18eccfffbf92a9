/** The tables of what has attributes, the columns that refer to them, and the subjects of definitions. */
const HOLDERS = [
  ['users', 'user_id', 'user'],
  ['groups', 'group_id', 'group'],
  ['clients', 'client_id', 'client'],
] as const;

const ofEach = (sql: (table: string, key: string, subject: string) => string): string =>
  HOLDERS.map(([table, key, subject]) => sql(table, key, subject)).join('');

/**
 * Attributes that customers define for their users, groups and clients. The values are a document beside each row, under the
 * ids of their definitions. `attribute_values` is an index of those that are unique or searchable, kept by triggers, so that it
 * is right whoever writes. Each customer begins with the standard claims of OpenID Connect (§5.1) as attributes of users.
 */
export const attributes = String.raw`
create table attribute_definitions (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  subject text not null check (subject in ('user', 'group', 'client')),
  name text not null,
  description text not null default '',
  type text not null check (type in ('string', 'number', 'integer', 'boolean', 'date', 'moment', 'enum', 'json')),
  is_list boolean not null default false,
  is_required boolean not null default false,
  constraints jsonb not null default '{}',
  default_value jsonb,
  visible_to text not null check (visible_to in ('administrators', 'owner', 'members')),
  editable_by text not null check (editable_by in ('administrators', 'owner', 'members')),
  is_unique boolean not null default false,
  is_searchable boolean not null default false,
  claim text,
  scope text,
  is_standard boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id)
)

create unique index attribute_definitions_claim_key on attribute_definitions (customer_id, claim) where claim is not null

create unique index attribute_definitions_name_key on attribute_definitions (customer_id, subject, lower(name))

create table attribute_values (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  definition_id uuid not null,
  user_id uuid,
  group_id uuid,
  client_id text,
  value text not null,
  number double precision,
  is_unique boolean not null,
  foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
  foreign key (customer_id, definition_id) references attribute_definitions (customer_id, id) on delete cascade,
  foreign key (customer_id, group_id) references groups (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade,
  constraint attribute_values_subject_check check (num_nonnulls(user_id, group_id, client_id) = 1)
)

create index attribute_values_client_id_index on attribute_values (client_id, customer_id) where client_id is not null

create index attribute_values_definition_id_index on attribute_values (definition_id, customer_id, value collate "C")

create index attribute_values_group_id_index on attribute_values (group_id, customer_id) where group_id is not null

create index attribute_values_number_index on attribute_values (definition_id, number) where number is not null

create unique index attribute_values_unique_key on attribute_values (definition_id, value) where is_unique

create index attribute_values_user_id_index on attribute_values (user_id, customer_id) where user_id is not null

-- The definition is locked, so that whoever makes it unique or searchable waits for the writers of its values.
create function indexed_attributes(of_customer uuid, stored jsonb)
returns table (definition_id uuid, value text, number double precision, is_unique boolean) language sql as $$
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
$$
${ofEach(
  (table, key) => `
create function index_attributes_of_${table}() returns trigger language plpgsql as $$
begin
  delete from attribute_values v where v.${key} = new.id and v.customer_id = new.customer_id;
  insert into attribute_values (customer_id, definition_id, ${key}, value, number, is_unique)
  select new.customer_id, i.definition_id, new.id, i.value, i.number, i.is_unique
  from indexed_attributes(new.customer_id, new.attributes) i;
  return null;
end $$

create trigger ${table}_created_attributes after insert on ${table} for each row
when (new.attributes <> '{}') execute function index_attributes_of_${table}()

create trigger ${table}_changed_attributes after update of attributes on ${table} for each row
when (new.attributes is distinct from old.attributes) execute function index_attributes_of_${table}()
`,
)}
create function index_attribute() returns trigger language plpgsql as $$
begin
  delete from attribute_values where definition_id = new.id;${ofEach(
    (table, key, subject) => `
  if new.subject = '${subject}' then
    insert into attribute_values (customer_id, definition_id, ${key}, value, number, is_unique)
    select e.customer_id, i.definition_id, e.id, i.value, i.number, i.is_unique from ${table} e
    cross join lateral indexed_attributes(
      e.customer_id, jsonb_build_object(new.id::text, e.attributes -> new.id::text)) i
    where e.customer_id = new.customer_id and e.attributes ? new.id::text;
  end if;`,
  )}
  return null;
end $$

create trigger attribute_definitions_indexed after update of is_unique, is_searchable on attribute_definitions
for each row when ((new.is_unique, new.is_searchable) is distinct from (old.is_unique, old.is_searchable))
execute function index_attribute()

create function remove_attribute() returns trigger language plpgsql as $$
begin${ofEach(
  (table, _key, subject) => `
  if old.subject = '${subject}' then
    update ${table} set attributes = attributes - old.id::text
    where customer_id = old.customer_id and attributes ? old.id::text;
  end if;`,
)}
  return null;
end $$

create trigger attribute_definitions_deleted after delete on attribute_definitions for each row
execute function remove_attribute()

create function add_standard_attributes() returns trigger language plpgsql as $$
begin
  insert into attribute_definitions (id, customer_id, subject, name, description, type, constraints, visible_to,
    editable_by, claim, scope, is_standard, created_at, updated_at)
  select gen_random_uuid(), new.id, 'user', s.name, s.description, 'string', s.constraints::jsonb, 'owner', 'owner',
    s.claim, s.scope, true, new.created_at, new.created_at
  from (values
    ('middleName', 'middle_name', 'profile', 'The middle names.', '{"maxLength": 255}'),
    ('nickname', 'nickname', 'profile', 'A casual name.', '{"maxLength": 255}'),
    ('profile', 'profile', 'profile', 'The address of a profile page.',
      '{"maxLength": 2048, "pattern": "https?://[^\\s\\/?#]+[^\\s]*"}'),
    ('website', 'website', 'profile', 'The address of a web page or blog.',
      '{"maxLength": 2048, "pattern": "https?://[^\\s\\/?#]+[^\\s]*"}'),
    ('gender', 'gender', 'profile', 'The gender, such as female or male.', '{"maxLength": 64}'),
    ('birthdate', 'birthdate', 'profile', 'The birthday: YYYY-MM-DD, 0000-MM-DD without the year, or YYYY alone.',
      '{"maxLength": 10, "pattern": "[0-9]{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?"}'),
    ('zoneinfo', 'zoneinfo', 'profile', 'The time zone, such as Europe/Paris.',
      '{"maxLength": 64, "pattern": "[A-Za-z0-9_+\\-]+(/[A-Za-z0-9_+\\-]+)*"}'),
    ('locale', 'locale', 'profile', 'The language and region, such as en-US.',
      '{"maxLength": 35, "pattern": "[A-Za-z]{2,8}([\\-_][A-Za-z0-9]{1,8})*"}'),
    ('formattedAddress', 'address.formatted', 'address', 'The whole postal address.', '{"maxLength": 1000}'),
    ('streetAddress', 'address.street_address', 'address', 'Street and house number.', '{"maxLength": 255}'),
    ('locality', 'address.locality', 'address', 'City or locality.', '{"maxLength": 255}'),
    ('region', 'address.region', 'address', 'State, province or region.', '{"maxLength": 255}'),
    ('postalCode', 'address.postal_code', 'address', 'Zip or postal code.', '{"maxLength": 32}'),
    ('country', 'address.country', 'address', 'Country.', '{"maxLength": 255}')
  ) s (name, claim, scope, description, constraints);
  return null;
end $$

create trigger customers_inserted_attributes after insert on customers for each row
execute function add_standard_attributes()
`;
