import { newId } from '#product';
import type { TestApp } from './app.ts';

/** A holder of a role, by one of its ids. */
export type Holder = { readonly user: string } | { readonly group: string } | { readonly client: string };

/** Writes APIs, roles, groups and who has what, of the first customer unless said otherwise. */
export class Authority {
  constructor(
    private readonly app: TestApp,
    private readonly customer: string = app.customer.customerId,
  ) {}

  private async insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = Object.keys(row);
    await this.app.server.database.pool.query(
      `insert into ${table} (${columns.join()}) values (${columns.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    );
  }

  private get made() {
    const now = this.app.clock.now();
    return { id: newId(now), customer_id: this.customer, created_at: now };
  }

  private get kept() {
    return { ...this.made, updated_at: this.app.clock.now() };
  }

  /** An API, and the ids of its scopes by their names. */
  async api(identifier: string, scopes: readonly string[], requiresRole = true) {
    const row = { ...this.kept, identifier, name: identifier, requires_role: requiresRole };
    await this.insert('apis', row);
    const ids = new Map<string, string>();
    for (const name of scopes) {
      const scope = { ...this.made, api_id: row.id, name };
      await this.insert('api_scopes', scope);
      ids.set(name, scope.id);
    }
    return { id: row.id, identifier, scope: (name: string) => ids.get(name)! };
  }

  async role(name: string, scopeIds: readonly string[], kind = 'customer'): Promise<string> {
    const row = { ...this.kept, name, kind };
    await this.insert('roles', row);
    for (const scope_id of scopeIds)
      await this.insert('role_permissions', { role_id: row.id, customer_id: this.customer, scope_id });
    return row.id;
  }

  async assign(
    roleId: string,
    holder: Holder,
    { organization = null, until = null }: { organization?: string | null; until?: Date | null } = {},
  ): Promise<void> {
    const [[kind, id]] = Object.entries(holder) as [[string, string]];
    const to = { role_id: roleId, organization_id: organization, expires_at: until, [`${kind}_id`]: id };
    await this.insert('role_assignments', { ...this.made, ...to });
  }

  async group(name: string, organization: string | null = null): Promise<string> {
    const row = { ...this.kept, name, organization_id: organization };
    await this.insert('groups', row);
    return row.id;
  }

  async organization(name: string): Promise<string> {
    const row = { ...this.kept, name };
    await this.insert('organizations', row);
    return row.id;
  }

  async join(group_id: string, user_id: string): Promise<void> {
    await this.insert('memberships', {
      group_id,
      user_id,
      customer_id: this.customer,
      joined_at: this.app.clock.now(),
    });
  }

  /** The inner group becomes a member of the outer one. */
  async nest(group_id: string, member_id: string): Promise<void> {
    const joined_at = this.app.clock.now();
    await this.insert('group_nestings', { group_id, member_id, customer_id: this.customer, joined_at });
  }

  async give(client_id: string, scope_id: string): Promise<void> {
    await this.insert('client_scopes', { client_id, customer_id: this.customer, scope_id });
  }
}
