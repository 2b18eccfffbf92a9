import { Migration } from '@mikro-orm/migrations';

/** Devices that ask for a user's permission (RFC 8628), and how each grant was got. */
export class DeviceAuthorizations extends Migration {
  override up(): void {
    this.addSql(`alter table grants add column grant_type text not null default 'authorization_code'`);
    this.addSql(`
      create table device_authorizations (
        id uuid primary key,
        customer_id uuid not null,
        client_id text not null,
        device_code_hash bytea not null constraint device_authorizations_device_code_hash_key unique,
        user_code_mac text not null constraint device_authorizations_user_code_mac_key unique,
        scopes text[] not null,
        resources text[] not null,
        ip text not null,
        user_agent text not null,
        interval_seconds int not null,
        polled_at timestamptz,
        grant_id uuid,
        denied_at timestamptz,
        consumed_at timestamptz,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
        foreign key (customer_id, grant_id) references grants (customer_id, id) on delete cascade
      )`);
    this.addSql('create index device_authorizations_client_id_index on device_authorizations (client_id, customer_id)');
    this.addSql('create index device_authorizations_grant_id_index on device_authorizations (grant_id, customer_id)');
    this.addSql('create index device_authorizations_expires_at_index on device_authorizations (expires_at)');
  }

  override down(): void {
    this.addSql('drop table device_authorizations');
    this.addSql('alter table grants drop column grant_type');
  }
}
