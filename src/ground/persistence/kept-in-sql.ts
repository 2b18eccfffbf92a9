/**
 * What the migrations make and no entity declares. `npx mikro-orm schema:update --dump` finds this to differ, and nothing
 * else; `migration:create` leaves it out.
 *
 * - Foreign keys. They are composite, `(customer_id, id)`, so that nothing refers across customers; MikroORM would make
 *   one of a single column for each relation. A test compares them with the relations.
 * - Triggers, for what must be true whoever writes: exact counters, versions, the last administrator, what ends with a
 *   session or an account, former names, events that fold, the index of attributes, the standard attributes of a customer, the
 *   notification of changed keys. Each is listed here.
 * - Functions, of triggers and of indexes.
 *
 * Its tools do not look at extensions, fill factors and planner statistics, which are in the migrations alone, too. Partial
 * and search indexes are declared by the entities, as expressions.
 */
export const TRIGGERS = [
  'apis_folded',
  'apis_gone',
  'apis_renamed',
  'attribute_definitions_deleted',
  'attribute_definitions_indexed',
  'audit_events_folded',
  'clients_changed_attributes',
  'clients_created_attributes',
  'clients_folded',
  'clients_gone',
  'clients_renamed',
  'clients_versioned',
  'customers_inserted_attributes',
  'customers_inserted_branding',
  'customers_versioned',
  'grants_bounded',
  'group_nestings_checked',
  'group_nestings_demanding',
  'groups_changed_attributes',
  'groups_created_attributes',
  'groups_folded',
  'groups_gone',
  'groups_renamed',
  'groups_versioned',
  'kept_names_folded',
  'memberships_deleted',
  'memberships_demanding',
  'memberships_inserted',
  'organizations_folded',
  'organizations_gone',
  'organizations_renamed',
  'organizations_versioned',
  'passkeys_forgot_devices',
  'passkeys_noted',
  'passkeys_removed_links',
  'roles_folded',
  'roles_gone',
  'roles_renamed',
  'sessions_bounded',
  'sessions_told_of',
  'signing_keys_told_of',
  'totp_factors_forgot_devices',
  'totp_factors_noted',
  'totp_factors_removed_links',
  'totp_factors_replaced',
  'users_administration_changed',
  'users_administrator_deleted',
  'users_administrator_dismissed',
  'users_changed_attributes',
  'users_changed_links',
  'users_changed_preferences',
  'users_created_attributes',
  'users_created_preferences',
  'users_deleted',
  'users_disabled',
  'users_disabled_links',
  'users_folded',
  'users_forgot_devices',
  'users_gone',
  'users_inserted',
  'users_leaving',
  'users_raised',
  'users_renamed',
  'users_verified',
  'users_versioned',
] as const;

const KEPT = [
  /^alter table "\w+" (?:drop|add) constraint "\w+_fkey"/,
  new RegExp(`^(?:drop trigger if exists|create trigger) "(?:${TRIGGERS.join('|')})"`),
  /^(?:drop function if exists|create or replace function) /,
];

/** Whether a statement by which the tools would change the database is about what is kept in SQL on purpose. */
export const isKeptInSql = (statement: string): boolean => KEPT.some((kept) => kept.test(statement));
