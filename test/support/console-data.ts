import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerCredentials } from '#product';
import type { TestApp } from './app.ts';

/** What belongs to a customer, by the names in it: each kind has a name that no other customer's things have. */
export type Kind =
  | 'user'
  | 'group'
  | 'organization'
  | 'client'
  | 'attribute'
  | 'event'
  | 'fault'
  | 'device'
  | 'api'
  | 'role';

/** Ids of the customer's things. The first four have many rows of every kind below them. */
export interface Ids {
  readonly user: string;
  readonly group: string;
  readonly organization: string;
  readonly client: string;
  readonly import: string;
  readonly token: string;
  readonly session: string;
  readonly device: string;
  readonly consent: string;
  readonly invitation: string;
  readonly delivery: string;
  readonly mail: string;
  readonly customer: string;
  readonly attribute: string;
  readonly api: string;
  readonly scope: string;
  readonly scopeName: string;
  readonly role: string;
}

/** Everything that the console shows of a customer, in any number. */
export class ConsoleData {
  ids!: Ids;
  /** The ids of all rows, those of `ids` first. */
  readonly all: string[] = [];
  private readonly mark = `c${randomBytes(5).toString('hex')}`;
  private token = '';

  constructor(
    private readonly app: TestApp,
    private readonly customer: CustomerCredentials,
  ) {}

  /** Creates the things of `ids`. */
  async create(): Promise<void> {
    this.token = await this.app.token('admin', this.customer);
    const [user] = await this.users(1);
    const organization = await this.organization();
    const group = await this.group(organization);
    const client = await this.client();
    const api = await this.api();
    const made = {
      ...api,
      role: await this.role(api),
      user: user!,
      group,
      organization,
      client,
      import: await this.import(),
      token: await this.registrar(),
    };
    this.ids = {
      ...made,
      session: '',
      device: '',
      consent: '',
      invitation: '',
      delivery: '',
      mail: '',
      customer: this.customer.customerId,
      attribute: '',
      scopeName: (await this.sql('select name as id from api_scopes where id = $1', api.scope)).id,
    };
    await this.registered(client);
    this.all.push(...Object.values(made));
  }

  /** Adds so many rows to every list that the console has. */
  async add(count: number): Promise<void> {
    const { ids } = this;
    const users = await this.users(count);
    await this.sql('update users set organization_id = $1 where id = any($2)', ids.organization, users);
    for (let n = 0; n < count; n += 1) {
      const organization = await this.organization();
      this.all.push(users[n]!, organization, await this.group(organization, [ids.user]));
      this.all.push(await this.import());
      const { api, scope } = await this.api();
      const role = await this.role({ api: ids.api, scope });
      this.all.push(api, scope, role, await this.addedScope(ids.api));
      await this.allowed(role, ids.scope);
      await this.assigned(role, ids.user);
      await this.assigned(ids.role, users[n]!);
      await this.assigned(ids.role, users[n]!, ids.organization);
      await this.gave(ids.client, scope);
      const client = await this.client();
      await this.registered(client);
      this.all.push(client, await this.registrar());
      await this.gave(client, ids.scope);
      await this.sql('update clients set owner_id = $1 where id = $2', users[n], client);
      await this.session();
      await this.device();
      for (const [userId, clientId] of [
        [ids.user, client],
        [users[n]!, ids.client],
      ] as const)
        await this.used(userId, clientId);
      for (const subject of ['user', 'group', 'organization', 'client'] as const)
        await this.event({ subject, id: ids[subject], actor: users[n]!, client, action: `${subject}.updated` });
      const login = { subject: 'user', id: users[n]!, actor: users[n]!, client: ids.client, action: 'login.succeeded' };
      await this.event(login);
      await this.sql(
        `insert into user_import_faults (id, import_id, customer_id, row, code, message, created_at)
         values (gen_random_uuid(), $1, $2, $3, 'INVALID_INPUT', $4, now())`,
        ids.import,
        this.customer.customerId,
        n,
        this.name('fault'),
      );
      for (const subject of ['user', 'group', 'client'] as const) await this.attribute(subject, ids[subject]);
    }
    const add = `mutation ($group: ID!, $users: [ID!]!) { addGroupMembers(id: $group, userIds: $users) { group { id } } }`;
    await this.app.data(this.token, add, { group: ids.group, users });
    const some = async (table: string) =>
      (await this.sql(`select id from ${table} where customer_id = $1 order by id limit 1`, this.customer.customerId))
        .id;
    this.ids = {
      ...ids,
      session: (await this.sql('select id from sessions where user_id = $1 limit 1', ids.user)).id,
      device: await some('remembered_devices'),
      consent: await some('consents'),
      invitation: await some('invitations'),
      delivery: await some('logout_deliveries'),
      mail: await some('outbox_mails'),
      attribute: await this.definition(),
    };
  }

  /** Which kinds of this customer's things a text tells something of. */
  kindsIn(text: string): Kind[] {
    const found = [...text.matchAll(new RegExp(`${this.mark}_([a-z]+)_`, 'g'))].map(([, kind]) => kind as Kind);
    return [...new Set(found)].toSorted();
  }

  /** How many rows of each table belong to the customer, and when they were last changed. */
  async state(): Promise<unknown> {
    const tables = [
      'users',
      'groups',
      'memberships',
      'organizations',
      'clients',
      'consents',
      'sessions',
      'remembered_devices',
      'invitations',
      'initial_access_tokens',
      'apis',
      'api_scopes',
      'client_scopes',
      'roles',
      'role_permissions',
      'role_assignments',
    ];
    const counted = tables.map(
      (table) =>
        `select '${table}' as name, count(*), md5(string_agg(md5(t::text), '' order by md5(t::text)))
         from ${table} t where customer_id = $1`,
    );
    return (await this.app.server.database.pool.query(counted.join(' union all '), [this.customer.customerId])).rows;
  }

  private readonly name = (kind: Kind): string => `${this.mark}_${kind}_${randomUUID().slice(0, 8)}`;

  private async sql(text: string, ...values: unknown[]): Promise<{ id: string }> {
    return (await this.app.server.database.pool.query(text, values)).rows[0];
  }

  private async users(count: number): Promise<string[]> {
    const input = () => {
      const name = this.name('user');
      return { email: `${name}@canary.example`, givenName: name, sendInvitation: true };
    };
    const create =
      'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { user { id } } } }';
    const inputs = Array.from({ length: count }, input);
    const { createUsers } = await this.app.data(this.token, create, { inputs });
    return createUsers.results.map(({ user }: { user: { id: string } }) => user.id);
  }

  private async organization(): Promise<string> {
    const create =
      'mutation ($name: String!) { made: createOrganization(input: { name: $name }) { organization { id } } }';
    return (await this.app.data(this.token, create, { name: this.name('organization') })).made.organization.id;
  }

  private async group(organizationId: string, memberIds: string[] = []): Promise<string> {
    const create = 'mutation ($input: CreateGroupInput!) { made: createGroup(input: $input) { group { id } } }';
    const input = { name: this.name('group'), organizationId, memberIds };
    return (await this.app.data(this.token, create, { input })).made.group.id;
  }

  private async client(): Promise<string> {
    const create = 'mutation ($input: CreateClientInput!) { made: createClient(input: $input) { client { id } } }';
    const name = this.name('client');
    const input = {
      name,
      grantTypes: ['AUTHORIZATION_CODE'],
      scopes: ['OPENID', 'GROUPS'],
      redirectUris: [`https://${name.replaceAll('_', '-')}.example/callback`],
    };
    return (await this.app.data(this.token, create, { input })).made.client.id;
  }

  /** An API with a scope. */
  private async api(): Promise<{ api: string; scope: string }> {
    const { id } = await this.sql(
      `insert into apis (id, customer_id, identifier, name, requires_role, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, $3, true, $4, $4) returning id`,
      this.customer.customerId,
      `https://${randomUUID()}.example/`,
      this.name('api'),
      this.app.clock.now(),
    );
    return { api: id, scope: await this.addedScope(id) };
  }

  private async addedScope(apiId: string): Promise<string> {
    const { id } = await this.sql(
      `insert into api_scopes (id, customer_id, api_id, name, created_at) values (gen_random_uuid(), $1, $2, $3, $4) returning id`,
      this.customer.customerId,
      apiId,
      this.name('api'),
      this.app.clock.now(),
    );
    return id;
  }

  private async gave(clientId: string, scopeId: string): Promise<void> {
    const give = 'insert into client_scopes (client_id, customer_id, scope_id) values ($1, $2, $3)';
    await this.sql(give, clientId, this.customer.customerId, scopeId);
  }

  /** A role of an API that allows a scope. */
  private async role({ api, scope }: { readonly api: string; readonly scope: string }): Promise<string> {
    const { id } = await this.sql(
      `insert into roles (id, customer_id, kind, api_id, name, created_at, updated_at)
       values (gen_random_uuid(), $1, 'api', $2, $3, $4, $4) returning id`,
      this.customer.customerId,
      api,
      this.name('role'),
      this.app.clock.now(),
    );
    await this.allowed(id, scope);
    return id;
  }

  private async allowed(roleId: string, scopeId: string): Promise<void> {
    const allow = 'insert into role_permissions (role_id, customer_id, scope_id) values ($1, $2, $3)';
    await this.sql(allow, roleId, this.customer.customerId, scopeId);
  }

  private async assigned(roleId: string, userId: string, organizationId: string | null = null): Promise<void> {
    await this.sql(
      `insert into role_assignments (id, customer_id, role_id, user_id, organization_id, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      this.customer.customerId,
      roleId,
      userId,
      organizationId,
      this.app.clock.now(),
    );
  }

  private async import(): Promise<string> {
    const { id } = await this.sql(
      `insert into user_imports (id, customer_id, status, format, delimiter, columns, existing, dry_run, actor_type, created_at, updated_at)
       values (gen_random_uuid(), $1, 'done', 'csv', ',', '{}', 'refuse', true, 'system', $2, $2) returning id`,
      this.customer.customerId,
      this.app.clock.now(),
    );
    return id;
  }

  /** A token with which clients register themselves. */
  private async registrar(): Promise<string> {
    const { id } = await this.sql(
      `insert into initial_access_tokens (id, customer_id, name, token_hash, grant_types, scopes, redirect_hosts,
         token_endpoint_auth_methods, resources, clients_max, created_at, expires_at)
       values (gen_random_uuid(), $1, 'Partners', sha256(gen_random_uuid()::text::bytea), '{authorization_code}', '{openid}',
         '{*}', '{none}', '{}', 100, $2, $2) returning id`,
      this.customer.customerId,
      this.app.clock.now(),
    );
    return id;
  }

  /** The client has registered itself. */
  private async registered(clientId: string): Promise<void> {
    await this.sql(
      `insert into client_registrations (customer_id, client_id, initial_access_token_id, token_hash, details, created_at)
       values ($1, $2, $3, sha256(gen_random_uuid()::text::bytea), '{}', $4)`,
      this.customer.customerId,
      clientId,
      this.ids.token,
      this.app.clock.now(),
    );
  }

  /** The first of the customer's own attributes. */
  private async definition(): Promise<string> {
    const own = 'select id from attribute_definitions where customer_id = $1 and not is_standard order by id limit 1';
    return (await this.sql(own, this.customer.customerId)).id;
  }

  private async session(): Promise<void> {
    const { id } = await this.sql(
      `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, ip, user_agent, last_accessed_at,
         expires_at, created_at)
       values (gen_random_uuid(), $1, $2, sha256(gen_random_uuid()::text::bytea), $4::timestamptz, '{pwd}', '192.0.2.1', $3,
         $4::timestamptz, $4::timestamptz + interval '1 day', $4::timestamptz) returning id`,
      this.customer.customerId,
      this.ids.user,
      this.name('device'),
      this.app.clock.now(),
    );
    this.all.push(id);
  }

  /** A browser in which the user is not asked for the second factor. */
  private async device(): Promise<void> {
    const { id } = await this.sql(
      `insert into remembered_devices (id, customer_id, user_id, secret_hash, browser, system, ip, created_at, last_used_at, expires_at)
       values (gen_random_uuid(), $1, $2, sha256(gen_random_uuid()::text::bytea), $3, 'Linux', '192.0.2.1', $4, $4,
         $4::timestamptz + interval '1 day') returning id`,
      this.customer.customerId,
      this.ids.user,
      this.name('device'),
      this.app.clock.now(),
    );
    this.all.push(id);
  }

  /** The user has used the client, allows it their data, and it was told of a logout. */
  private async used(userId: string, clientId: string): Promise<void> {
    const values = [this.customer.customerId, userId, clientId, this.app.clock.now()];
    await this.sql(
      `insert into consents (customer_id, user_id, client_id, scopes, created_at, updated_at)
       values ($1, $2, $3, '{openid}', $4, $4)`,
      ...values,
    );
    await this.sql(
      `insert into logout_deliveries (id, customer_id, user_id, client_id, session_id, created_at, failed_at, last_error)
       values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), $4, $4, 'HTTP 500')`,
      ...values,
    );
    await this.sql(
      `insert into daily_counts (customer_id, kind, day, name, count) values ($1, 'client', $3::timestamptz::date, $2, 1)
       on conflict do nothing`,
      this.customer.customerId,
      clientId,
      this.app.clock.now(),
    );
  }

  private async event(what: Record<'subject' | 'id' | 'actor' | 'client' | 'action', string>): Promise<void> {
    await this.sql(
      `insert into audit_events (id, customer_id, occurred_at, action, actor_type, actor_id, subject_type, subject_id,
         ip, request_id, details, client_id)
       values ($7, $1, $8, $9, 'user', $2, $3, $4, '192.0.2.1', $5, '{}', $6)`,
      this.customer.customerId,
      what.actor,
      what.subject,
      what.id,
      this.name('event'),
      what.client,
      randomUUID(),
      this.app.clock.now(),
      what.action,
    );
  }

  private async attribute(subject: 'user' | 'group' | 'client', id: string): Promise<void> {
    const create = `mutation ($input: CreateAttributeDefinitionInput!) {
      made: createAttributeDefinition(input: $input) { attributeDefinition { id } } }`;
    const [name, value] = [this.name('attribute'), this.name('attribute')];
    await this.app.data(this.token, create, { input: { subject: subject.toUpperCase(), name, type: 'STRING' } });
    const type = subject[0]!.toUpperCase() + subject.slice(1);
    const update = `mutation ($id: ID!, $input: Update${type}Input!) { update${type}(id: $id, input: $input) { ${subject} { id } } }`;
    await this.app.data(this.token, update, { id, input: { attributes: [{ name, value }] } });
  }
}
