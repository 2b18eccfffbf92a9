import { SteppedMigration, type Step } from '../stepped-migration.ts';

const foldOf = (event: string): string => `audit_fold(${event}.request_id, ${event}.action, ${event}.subject_id)`;
const FOLD = 'audit_fold(request_id, action, subject_id)';
/** An event that is alone, or the first of its fold. */
const FIRST = '(fold_id is null or fold_id = id)';

/** Selects events `h` of the fold that an event is in: from before this migration, or the first one. */
const ofSameFold = (columns: string): string => `
  select ${columns} from audit_events h
  where h.customer_id is not distinct from audit_events.customer_id and (h.fold_id is null or h.fold_id = h.id)
    and ${foldOf('h')} is not null and ${foldOf('h')} = ${foldOf('audit_events')}`;

/** The folds of the events of before, and the trigger that finds them from now on; the names that were kept before. */
export class FoldsOfEventsRows extends SteppedMigration {
  readonly steps: readonly Step[] = [
    { index: 'audit_events_folded_index', on: `audit_events (${FOLD}, id) where ${FIRST} and ${FOLD} is not null` },
    {
      table: 'audit_events',
      set: `fold_id = (${ofSameFold('h.id')} order by h.id limit 1)`,
      where: `fold_id is null and ${FOLD} is not null and exists (${ofSameFold('')} and h.id <> audit_events.id)`,
    },
    { index: 'audit_events_fold_index', on: 'audit_events (customer_id, fold_id, id) where fold_id is not null' },
    { index: 'audit_events_first_index', on: `audit_events (customer_id, id) where ${FIRST}` },
    { index: 'audit_events_first_actor_index', on: `audit_events (customer_id, actor_id, id) where ${FIRST}` },
    {
      index: 'audit_events_first_subject_index',
      on: `audit_events (customer_id, subject_id, id)
        where fold_id is null or fold_id = id or audit_fold(request_id, action, '') = ${FOLD}`,
    },
    {
      index: 'audit_events_group_index',
      on: `audit_events (customer_id, (case when subject_type <> 'user' then details ->> 'groupId' end), id)
        where case when subject_type <> 'user' then details ->> 'groupId' end is not null`,
    },
    { index: 'kept_names_folded_index', on: 'kept_names using gin (search_folded gin_trgm_ops)' },
  ];

  override up(): void {
    this.addSql(`update kept_names set search_folded = '' where search_folded is null`);
    this.addSql(`
      create trigger audit_events_folded before insert on audit_events for each row
      when (new.fold_id is null and audit_fold(new.request_id, new.action, new.subject_id) is not null)
      execute function audit_fold_event()`);
  }

  override down(): void {
    this.addSql('drop trigger audit_events_folded on audit_events');
    for (const step of this.steps) if ('index' in step) this.addSql(`drop index ${step.index}`);
  }
}
