import { Migration } from '@mikro-orm/migrations';

/** Counters of guesses say whose secret is guessed, so that the account is unlocked in all browsers at once. */
export class AccountsOfGuesses extends Migration {
  override up(): void {
    this.addSql('alter table throttle_counters add column account text');
    this.addSql(
      'create index throttle_counters_account_index on throttle_counters (account) where account is not null',
    );
  }

  override down(): void {
    this.addSql('alter table throttle_counters drop column account');
  }
}
