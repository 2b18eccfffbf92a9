import { Migration } from '@mikro-orm/migrations';

/** A forgotten password may be of any customer: the login page finds the customer by address and password. */
export class RecoveryAnywhere extends Migration {
  override up(): void {
    this.addSql('alter table recovery_requests alter column customer_id drop not null');
  }

  override down(): void {
    this.addSql('delete from recovery_requests where customer_id is null');
    this.addSql('alter table recovery_requests alter column customer_id set not null');
  }
}
