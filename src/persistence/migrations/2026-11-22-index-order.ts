import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes begin with the key that finds a row, the customer behind it. Where statistics say that a customer has hardly
 * anything, PostgreSQL takes any index that begins with the customer for as good as the row's own, foreign keys' checks
 * included, and then reads all that a large customer has. What lists walk begins with the customer still: one
 * `(customer_id, id)` a table, all others partial. Nor are statistics set by hand any more.
 */
export class IndexOrder extends Migration {
  override up(): void {
    this.addSql('alter table users alter column customer_id reset (n_distinct)');
    this.addSql('alter table groups alter column customer_id reset (n_distinct)');
    this.order(keyFirst, 'id, customer_id');
    this.addSql(`
      drop index users_customer_id_username_key, users_organization_id_index, users_email_verified_index,
        groups_organization_id_index, clients_owner_id_index`);
    this.addSql('create unique index users_customer_id_username_key on users (lower(username), customer_id)');
    this.addSql(`
      create index users_organization_id_index on users (customer_id, organization_id, id)
      where organization_id is not null`);
    this.addSql('create index users_email_verified_index on users (customer_id, id) where email_verified');
    this.addSql('create index users_email_unverified_index on users (customer_id, id) where not email_verified');
    this.addSql(`
      create index groups_organization_id_index on groups (customer_id, organization_id)
      where organization_id is not null`);
    this.addSql('create index clients_owner_id_index on clients (customer_id, owner_id) where owner_id is not null');
    // Between indexes that seem equal the youngest is taken, and so it is after a dump, which goes by their names.
    for (const table of ['organizations', 'users', 'groups'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (id)`);
    this.addSql(counter(countInTurn));
  }

  override down(): void {
    this.addSql(counter(countAtOnce));
    this.addSql(`
      drop index users_customer_id_username_key, users_organization_id_index, users_email_verified_index,
        users_email_unverified_index, groups_organization_id_index, clients_owner_id_index`);
    this.addSql('create unique index users_customer_id_username_key on users (customer_id, lower(username))');
    this.addSql('create index users_organization_id_index on users (customer_id, organization_id, id)');
    this.addSql('create index users_email_verified_index on users (customer_id, email_verified, id)');
    this.addSql('create index groups_organization_id_index on groups (customer_id, organization_id)');
    this.addSql('create index clients_owner_id_index on clients (customer_id, owner_id)');
    this.order(customerFirst, 'customer_id, id');
    this.addSql('alter table users alter column customer_id set (n_distinct = 1000)');
    this.addSql('alter table groups alter column customer_id set (n_distinct = 1000)');
  }

  private order(columnsOf: (key: string) => string, targetColumns: string): void {
    for (const [name, table, key] of uniques) {
      this.addSql(`alter table ${table} drop constraint ${name}`);
      this.addSql(`alter table ${table} add constraint ${name} unique (${columnsOf(key)})`);
    }
    for (const [target, references] of targets) {
      for (const [table, key] of references)
        this.addSql(`alter table ${table} drop constraint ${table}_customer_id_${key}_fkey`);
      const name = `${target}_customer_id_id_key`;
      this.addSql(`alter table ${target} drop constraint ${name}, add constraint ${name} unique (${targetColumns})`);
      for (const [table, key] of references)
        this.addSql(`
          alter table ${table} add constraint ${table}_customer_id_${key}_fkey
          foreign key (customer_id, ${key}) references ${target} (customer_id, id) on delete cascade`);
    }
    for (const [name, table, key] of indexes) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${table} (${columnsOf(key)})`);
    }
  }
}

/** The key, of which the customer stands behind the first column. */
const keyFirst = (key: string): string => key.replace(/^\w+/, '$&, customer_id');
const customerFirst = (key: string): string => `customer_id, ${key}`;

const counter = (body: string): string => `
  create or replace function count_memberships() returns trigger language plpgsql as $$
  declare
    sign int := case tg_op when 'INSERT' then 1 else -1 end;
    n record;
  begin
    ${body}
    return null;
  end $$`;

// One by one, in one order: by key whatever the planner believes, and two that change the same groups never wait in a circle.
const countInTurn = `
    for n in select group_id, count(*) from changed group by group_id order by group_id loop
      update groups set member_count = member_count + sign * n.count where id = n.group_id;
    end loop;`;

const countAtOnce = `
    perform 1 from groups where id in (select group_id from changed) order by id for no key update;
    update groups set member_count = member_count + sign * c.count
    from (select group_id, count(*) from changed group by group_id) c
    where groups.id = c.group_id;`;

const uniques = [
  ['users_customer_id_email_key_key', 'users', 'email_key'],
  ['groups_customer_id_name_key', 'groups', 'name'],
  ['organizations_customer_id_name_key', 'organizations', 'name'],
] as const;

const targets = [
  ['sessions', [['grants', 'session_id']]],
  [
    'grants',
    [
      ['authorization_codes', 'grant_id'],
      ['refresh_tokens', 'grant_id'],
    ],
  ],
] as const;

const indexes = [
  ['memberships_user_id_index', 'memberships', 'user_id, group_id'],
  ['sessions_user_id_index', 'sessions', 'user_id'],
  ['consents_client_id_index', 'consents', 'client_id'],
  ['consents_user_id_index', 'consents', 'user_id'],
  ['grants_session_id_index', 'grants', 'session_id'],
  ['grants_client_id_index', 'grants', 'client_id'],
  ['grants_user_id_index', 'grants', 'user_id, client_id'],
  ['authorization_codes_grant_id_index', 'authorization_codes', 'grant_id'],
  ['refresh_tokens_grant_id_index', 'refresh_tokens', 'grant_id'],
] as const;
