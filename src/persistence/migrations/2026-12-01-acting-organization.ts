import { Migration } from '@mikro-orm/migrations';

/** The organization that a user acts for: with a grant, and as a device asks for it. */
export class ActingOrganization extends Migration {
  override up(): void {
    this.addSql(`
      alter table grants add column organization_id uuid,
        add foreign key (customer_id, organization_id) references organizations (customer_id, id)
          on delete set null (organization_id)`);
    this.addSql(`
      create index grants_organization_id_index on grants (organization_id, customer_id) where organization_id is not null`);
    this.addSql('alter table device_authorizations add column organization text');
  }

  override down(): void {
    this.addSql('alter table device_authorizations drop column organization');
    this.addSql('alter table grants drop column organization_id');
  }
}
