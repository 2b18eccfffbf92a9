import { Migration } from '@mikro-orm/migrations';

/** Counters of what is tried too often; the columns are those that rate-limiter-flexible reads and writes, in order. */
export class ThrottleCounters extends Migration {
  override up(): void {
    this.addSql(`
      create table throttle_counters (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      )`);
    this.addSql('create index throttle_counters_expire_index on throttle_counters (expire)');
  }

  override down(): void {
    this.addSql('drop table throttle_counters');
  }
}
