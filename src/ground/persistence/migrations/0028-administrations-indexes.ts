import { SteppedMigration, type Step } from '../stepped-migration.ts';

/** The users who administer something are found by indexes, and the check of what they administer is for all rows. */
export class AdministrationsIndexes extends SteppedMigration {
  readonly steps: readonly Step[] = [
    { index: 'users_administration_index', on: 'users (customer_id, id) where administration is not null' },
    {
      index: 'users_list_administration_index',
      on: `users (customer_id, coalesce(administration, '') collate "C", id) where created_at > '-infinity'`,
    },
  ];

  override up(): void {
    this.addSql('alter table users validate constraint users_administration_check');
  }

  override down(): void {
    for (const step of this.steps) if ('index' in step) this.addSql(`drop index ${step.index}`);
  }
}
