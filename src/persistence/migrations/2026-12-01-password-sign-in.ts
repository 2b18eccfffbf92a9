import { Migration } from '@mikro-orm/migrations';

/** Customers decide whether passwords sign in users who have a passkey. */
export class PasswordSignIn extends Migration {
  override up(): void {
    this.addSql(`
      alter table customers add column password_sign_in text not null default 'allowed',
        add constraint customers_password_sign_in_check check (password_sign_in in ('allowed', 'until_passkey'))`);
  }

  override down(): void {
    this.addSql('alter table customers drop column password_sign_in');
  }
}
