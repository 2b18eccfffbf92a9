import { Migration } from '@mikro-orm/migrations';

/** The answers to requests with an Idempotency-Key, for those who repeat them. */
export class KeptAnswers extends Migration {
  override up(): void {
    this.addSql(`
      create table kept_answers (
        id text primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        sealed bytea not null,
        created_at timestamptz not null
      )`);
    this.addSql('create index kept_answers_customer_id_index on kept_answers (customer_id)');
    this.addSql('create index kept_answers_created_at_index on kept_answers (created_at)');
  }

  override down(): void {
    this.addSql('drop table kept_answers');
  }
}
