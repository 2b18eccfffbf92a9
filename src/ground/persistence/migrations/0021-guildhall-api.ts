import { Migration } from '@mikro-orm/migrations';

const API = '00000000-0000-7000-8000-000000000001';
const SCOPES = [
  {
    id: '00000000-0000-7000-8000-000000000002',
    name: 'read',
    en: 'See all users, applications and invitations',
    de: 'Alle Benutzer, Anwendungen und Einladungen sehen',
  },
  {
    id: '00000000-0000-7000-8000-000000000003',
    name: 'write',
    en: 'Create and change users, applications and organizations',
    de: 'Benutzer, Anwendungen und Organisationen anlegen und ändern',
  },
  {
    id: '00000000-0000-7000-8000-000000000004',
    name: 'admin',
    en: 'Do everything, such as deleting users and making administrators',
    de: 'Alles tun, auch Benutzer löschen und Administratoren ernennen',
  },
];

/**
 * Guildhall itself is an API: one row, of no customer. Whatever belongs to a customer refers to APIs and scopes by
 * `(customer_id, id)`, so nothing can refer to it. Nodes of the version before select by customer and do not see it. A server
 * sets its identifier to the issuer when it starts.
 */
export class GuildhallApi extends Migration {
  override up(): void {
    this.addSql('alter table apis alter column customer_id drop not null');
    this.addSql('alter table api_scopes alter column customer_id drop not null');
    this.addSql(`alter table apis add constraint apis_own_check check (customer_id is not null or id = '${API}')`);
    this.addSql(
      `alter table api_scopes add constraint api_scopes_own_check check (customer_id is not null or api_id = '${API}')`,
    );
    this.addSql(`
      insert into apis (id, identifier, name, description, is_first_party, requires_role, created_at, updated_at)
      values ('${API}', 'urn:uuid:${API}', 'Guildhall', 'Administers the customer: users, groups, applications and more.',
        true, true, now(), now())`);
    for (const { id, name, en, de } of SCOPES)
      this.addSql(`
        insert into api_scopes (id, api_id, name, description, translations, created_at)
        values ('${id}', '${API}', '${name}', '${en}', '${JSON.stringify({ de })}', now())`);
  }

  override down(): void {
    for (const table of ['api_scopes', 'apis']) {
      this.addSql(`delete from ${table} where customer_id is null`);
      this.addSql(`alter table ${table} drop constraint ${table}_own_check`);
      this.addSql(`alter table ${table} alter column customer_id set not null`);
    }
  }
}
