import { Migration } from '@mikro-orm/migrations';

/** Administrators who act as users: who may, through which clients, the grants of it, and their name in the audit trail. */
export class Impersonation extends Migration {
  override up(): void {
    this.addSql(`
      alter table customers add column impersonation text not null default 'off',
        add column impersonator_ids uuid[] not null default '{}', add column impersonation_mails boolean not null default true,
        add constraint customers_impersonation_check check (impersonation in ('off', 'listed', 'administrators'))`);
    this.addSql('alter table clients add column allows_impersonation boolean not null default false');
    this.addSql(`
      alter table grants add column impersonator_id uuid,
        add foreign key (customer_id, impersonator_id) references users (customer_id, id) on delete cascade`);
    this.addSql(`
      create index grants_impersonator_id_index on grants (impersonator_id, customer_id) where impersonator_id is not null`);
    this.addSql('alter table audit_events add column impersonator_id text');
    this.addSql(`
      create index audit_events_impersonator_index on audit_events (customer_id, impersonator_id, id)
      where impersonator_id is not null`);
  }

  override down(): void {
    this.addSql('alter table audit_events drop column impersonator_id');
    this.addSql('alter table grants drop column impersonator_id');
    this.addSql('alter table clients drop column allows_impersonation');
    this.addSql(`
      alter table customers drop column impersonation, drop column impersonator_ids, drop column impersonation_mails`);
  }
}
