import { Migration } from '@mikro-orm/migrations';

const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** A moment, or one before all others. */
const when = (column: string): string => `coalesce(${column}, timestamptz '0001-01-01 00:00:00+00')`;
const byOrganization = `coalesce(organization_id, ${NOBODY})`;
const times = { created_at: 'created_at', updated_at: 'updated_at' };
const byName = 'lower(name) collate "C"';

/** The values that lists are filtered and ordered by. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    name: byName,
    email: 'email_key collate "C"',
    username: `lower(coalesce(username, '')) collate "C"`,
    verified: 'email_verified',
    active: 'is_active',
    role: 'role collate "C"',
    organization: byOrganization,
    mfa: 'mfa_enrolled',
    last_login: when('last_login'),
    ...times,
  },
  groups: { name: byName, organization: byOrganization, ...times },
  clients: {
    name: byName,
    owner: `coalesce(owner_id, ${NOBODY})`,
    rotated_at: when('rotated_at'),
    ...times,
  },
  organizations: { name: byName, ...times },
  invitations: {
    user: 'user_id',
    email: 'lower(email) collate "C"',
    inviter: `coalesce(inviter_id, '') collate "C"`,
    created_at: 'created_at',
    sent_at: 'sent_at',
    expires_at: 'expires_at',
    accepted_at: when('accepted_at'),
    revoked_at: when('revoked_at'),
  },
  outbox_mails: {
    kind: 'kind collate "C"',
    recipient: 'lower(recipient) collate "C"',
    user: `coalesce(user_id, ${NOBODY})`,
    created_at: 'created_at',
    sent_at: when('sent_at'),
    failed_at: when('failed_at'),
  },
  logout_deliveries: {
    client: 'client_id collate "C"',
    user: 'user_id',
    session: 'session_id',
    created_at: 'created_at',
    delivered_at: when('delivered_at'),
    failed_at: when('failed_at'),
  },
};

/**
 * What lists are filtered and ordered by. The condition always holds, and only lists state it. So PostgreSQL never takes one
 * of these indexes for a foreign key or a look-up, where it would read all rows of a customer.
 */
export class ListIndexes extends Migration {
  override up(): void {
    for (const [table, values] of Object.entries(VALUES))
      for (const [name, value] of Object.entries(values))
        this.addSql(`
          create index ${table}_list_${name}_index on ${table} (customer_id, (${value}), id)
          where created_at > '-infinity'`);
    this.addSql('drop index audit_events_action_index');
    this.addSql('create index audit_events_action_index on audit_events (customer_id, (action collate "C"), id)');
    this.addSql(`
      create index audit_events_client_index on audit_events (customer_id, client_id, id) where client_id is not null`);
    this.addSql('create index audit_events_address_index on audit_events (customer_id, (ip collate "C"), id)');
    this.addSql('create index audit_events_request_index on audit_events (customer_id, request_id, id)');
    for (const table of ['organizations', 'clients'])
      this.addSql(`create index ${table}_search_index on ${table} using gin (lower(name) gin_trgm_ops)`);
  }

  override down(): void {
    this.addSql('drop index organizations_search_index, clients_search_index');
    this.addSql(`
      drop index audit_events_action_index, audit_events_client_index, audit_events_address_index,
        audit_events_request_index`);
    this.addSql('create index audit_events_action_index on audit_events (customer_id, action, id)');
    for (const [table, values] of Object.entries(VALUES))
      for (const name of Object.keys(values)) this.addSql(`drop index ${table}_list_${name}_index`);
  }
}
