import { newId } from '#product';
import type { TestApp } from './app.ts';
import type { Case } from './decision-graphs.ts';
import { GROUPS, SCOPES, type Place, type Subject } from './decision-model.ts';

/** Who stands for the users and the service account of a graph: one graph after the other. */
export interface People {
  readonly users: readonly string[];
  readonly client: string;
  /** An access token of the first user, by which their client gets others. */
  readonly token: string;
}

const HOUR = 3_600_000;

/** One graph with the ids under which it is stored. */
export class Stored {
  readonly apis: readonly string[];
  readonly scopes: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly organizations: readonly string[];

  constructor(
    now: Date,
    readonly of: Case,
    readonly people: People,
  ) {
    const ids = (count: number): string[] => Array.from({ length: count }, () => newId(now));
    this.apis = ids(2);
    this.scopes = ids(SCOPES.length);
    this.groups = ids(GROUPS);
    this.roles = ids(of.graph.roles.length);
    this.organizations = ids(2);
  }

  idOf({ kind, at }: Subject): string {
    return { user: this.people.users, group: this.groups, client: [this.people.client] }[kind][at]!;
  }

  placeOf(place: Place): string | null {
    return place === null ? null : this.organizations[place]!;
  }

  identifierOf(api: number): string {
    return `https://${this.apis[api]}.example`;
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Writes graphs, all at once, and deletes them. */
export class DecisionStore {
  constructor(
    private readonly app: TestApp,
    /** The client that gets the users' tokens. It has all scopes. */
    private readonly application: string,
  ) {}

  async write(all: readonly Stored[]): Promise<void> {
    const now = this.app.clock.now();
    const many = (rows: (stored: Stored) => Rows): Rows => all.flatMap(rows);
    const kept = { created_at: now, updated_at: now };
    const named = (ids: readonly string[], more: (at: number) => object = () => ({})): Rows =>
      ids.map((id, at) => ({ id, name: id, ...kept, ...more(at) }));
    await this.insert(
      'organizations',
      many(({ organizations }) => named(organizations)),
    );
    const groupsOf = (stored: Stored): Rows =>
      named(stored.groups, (at) => ({ organization_id: stored.placeOf(stored.of.graph.places[at]!) }));
    await this.insert('groups', many(groupsOf));
    const apisOf = (stored: Stored): Rows =>
      named(stored.apis, (at) => ({
        identifier: stored.identifierOf(at),
        requires_role: stored.of.graph.wantsRole[at],
        description: '',
        signing_alg: 'ES256',
        ...NO_FLAGS,
        version: 1,
      }));
    await this.insert('apis', many(apisOf));
    const scopesOf = ({ scopes, apis }: Stored): Rows =>
      SCOPES.map(({ api, name }, at) => ({ id: scopes[at], api_id: apis[api], name, created_at: now, ...PLAIN_SCOPE }));
    await this.insert('api_scopes', many(scopesOf));
    const rolesOf = ({ roles, apis, of: { graph } }: Stored): Rows =>
      named(roles, (at) => {
        const { of } = graph.roles[at]!;
        const api = of === null ? { kind: 'customer', api_id: null } : { kind: 'api', api_id: apis[of] };
        return { ...api, description: '', version: 1 };
      });
    await this.insert('roles', many(rolesOf));
    const permissionsOf = ({ roles, scopes, of: { graph } }: Stored): Rows =>
      graph.roles.flatMap(({ allows }, at) => allows.map((scope) => ({ role_id: roles[at], scope_id: scopes[scope] })));
    await this.insert('role_permissions', many(permissionsOf));
    const membershipsOf = ({ groups, people: { users }, of: { graph } }: Stored): Rows =>
      graph.memberships.map(([group, user]) => ({ group_id: groups[group], user_id: users[user], joined_at: now }));
    await this.insert('memberships', many(membershipsOf));
    const nestingsOf = ({ groups, of: { graph } }: Stored): Rows =>
      graph.nestings.map(([outer, inner]) => ({ group_id: groups[outer], member_id: groups[inner], joined_at: now }));
    await this.insert('group_nestings', many(nestingsOf));
    const givenOf = ({ scopes, people: { client }, of: { graph } }: Stored): Rows => [
      ...graph.given.map((scope) => ({ client_id: client, scope_id: scopes[scope] })),
      ...scopes.map((scope_id) => ({ client_id: this.application, scope_id })),
    ];
    await this.insert('client_scopes', many(givenOf));
    await this.insert(
      'role_assignments',
      many((stored) => assignmentsOf(stored, now)),
    );
    await this.place(all);
  }

  /** Users are active, at home, and act for an organization, as the graph says. */
  private async place(all: readonly Stored[]): Promise<void> {
    const rows = all.flatMap((stored) =>
      stored.people.users.map((id, at) => ({
        id,
        active: stored.of.graph.isActive[at],
        home: stored.placeOf(stored.of.graph.homes[at]!),
        acts: at === 0 ? stored.placeOf(stored.of.acts) : null,
      })),
    );
    const given = 'jsonb_to_recordset($1) as row (id uuid, active boolean, home uuid, acts uuid)';
    await this.run(
      `update users set is_active = row.active, organization_id = row.home from ${given} where users.id = row.id`,
      rows,
    );
    await this.run(`update grants set organization_id = row.acts from ${given} where user_id = row.id`, rows);
  }

  async delete(all: readonly Stored[]): Promise<void> {
    const nowhere = all.map((stored) => {
      const graph = { ...stored.of.graph, isActive: [true, true, true], homes: [null, null, null] };
      return new Stored(this.app.clock.now(), { ...stored.of, graph, acts: null }, stored.people);
    });
    await this.place(nowhere);
    for (const table of ['groups', 'roles', 'apis', 'organizations'] as const)
      await this.run(
        `delete from ${table} where id in (select id::uuid from jsonb_array_elements_text($1) id)`,
        all.flatMap((stored) => stored[table]),
      );
  }

  private async insert(table: string, rows: Rows): Promise<void> {
    if (rows.length === 0) return;
    const { customerId } = this.app.customer;
    const columns = Object.keys({ ...rows[0], customer_id: customerId }).join();
    await this.run(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      rows.map((row) => ({ ...row, customer_id: customerId })),
    );
  }

  private async run(text: string, given: readonly unknown[]): Promise<void> {
    await this.app.server.database.pool.query(text, [JSON.stringify(given)]);
  }
}

const PLAIN_SCOPE = { description: '', translations: {}, is_default: false, is_optional: false };
const NO_FLAGS = {
  allows_refresh_tokens: true,
  is_first_party: false,
  tells_roles: false,
  tells_groups: false,
  tells_entitlements: false,
};

const assignmentsOf = (stored: Stored, now: Date): Rows =>
  stored.of.graph.assignments.map(({ role, holder, place, end }) => ({
    id: newId(now),
    role_id: stored.roles[role],
    user_id: null,
    group_id: null,
    client_id: null,
    [`${holder.kind}_id`]: stored.idOf(holder),
    organization_id: stored.placeOf(place),
    expires_at: end === null ? null : new Date(now.getTime() + end * HOUR),
    created_at: now,
  }));
