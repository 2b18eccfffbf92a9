import { Migration } from '@mikro-orm/migrations';

/** Who has a second factor, as a column of the user. So an index finds the few who have one, or the few who do not. */
export class MfaEnrolled extends Migration {
  override up(): void {
    this.addSql('alter table users add column mfa_enrolled boolean not null default false');
    this.addSql(`
      update users set mfa_enrolled = true
      where exists (select from totp_factors f where f.customer_id = users.customer_id and f.user_id = users.id)`);
    this.addSql(`
      create function note_factor() returns trigger language plpgsql as $$
      declare
        factor totp_factors := coalesce(new, old);
      begin
        update users set mfa_enrolled = (tg_op = 'INSERT')
        where id = factor.user_id and customer_id is not distinct from factor.customer_id;
        return null;
      end $$`);
    this.addSql(`
      create trigger totp_factors_noted after insert or delete on totp_factors
      for each row execute function note_factor()`);
  }

  override down(): void {
    this.addSql('drop trigger totp_factors_noted on totp_factors');
    this.addSql('drop function note_factor()');
    this.addSql('alter table users drop column mfa_enrolled');
  }
}
