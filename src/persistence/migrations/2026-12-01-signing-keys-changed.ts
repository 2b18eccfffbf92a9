import { Migration } from '@mikro-orm/migrations';

/** Tells every server of changed signing keys when the change is committed, whatever has made it. */
export class SigningKeysChanged extends Migration {
  override up(): void {
    this.addSql(`
      create function tell_of_signing_keys() returns trigger language plpgsql as $$
      begin
        perform pg_notify('signing_keys_changed', '');
        return null;
      end $$`);
    this.addSql(`
      create trigger signing_keys_told_of after insert or update or delete on signing_keys for each statement
      execute function tell_of_signing_keys()`);
  }

  override down(): void {
    this.addSql('drop trigger signing_keys_told_of on signing_keys');
    this.addSql('drop function tell_of_signing_keys()');
  }
}
