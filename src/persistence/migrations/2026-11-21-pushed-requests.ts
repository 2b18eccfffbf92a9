import { Migration } from '@mikro-orm/migrations';

/** Authorization requests that clients deposit (RFC 9126). */
export class PushedRequests extends Migration {
  override up(): void {
    this.addSql(`
      create table pushed_requests (
        reference_hash bytea primary key,
        customer_id uuid not null,
        client_id text not null,
        parameters text not null,
        expires_at timestamptz not null,
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade
      )`);
    this.addSql('create index pushed_requests_client_id_index on pushed_requests (customer_id, client_id)');
    this.addSql('create index pushed_requests_expires_at_index on pushed_requests (expires_at)');
  }

  override down(): void {
    this.addSql('drop table pushed_requests');
  }
}
