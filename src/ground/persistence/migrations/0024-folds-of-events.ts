import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = `.,;:@_+-/()&"'’`;
const BLANKS = ' '.repeat(SEPARATORS.length);

/**
 * Events of one request that did the same are a fold: each has the id of the first one. Kept names are searched as the names of
 * objects are. The next migration has the indexes, the events and names that are there already, and the trigger that folds.
 */
export class FoldsOfEvents extends Migration {
  override up(): void {
    this.addSql('alter table audit_events add column fold_id uuid');
    // What all events of a fold have alike. Members of a group or a role fold by it, and changes of many objects by the action.
    this.addSql(`
      create function audit_fold(request_id text, action text, subject_id text) returns text language sql immutable parallel safe as $$
        select case when request_id = '' then null
          when action ~ '^(membership|nesting|role)[.]' then request_id || ' ' || action || ' ' || subject_id
          when action ~ '^(user|group|client|organization|invitation)[.]' then request_id || ' ' || action end
      $$`);
    this.addSql(`
      create function audit_fold_event() returns trigger language plpgsql set enable_seqscan = off as $$
      begin
        -- Only the index of folds matches these conditions. Any other would be read from its start for each of many events.
        select h.id into new.fold_id from audit_events h
        where h.customer_id is not distinct from new.customer_id and (h.fold_id is null or h.fold_id = h.id)
          and audit_fold(h.request_id, h.action, h.subject_id) is not null
          and audit_fold(h.request_id, h.action, h.subject_id) = audit_fold(new.request_id, new.action, new.subject_id);
        new.fold_id := coalesce(new.fold_id, new.id);
        return new;
      end $$`);
    this.addSql('alter table kept_names add column search_folded text');
    this.addSql(`
      create function kept_names_fold() returns trigger language plpgsql as $$
      begin
        new.search_folded := translate(' ' || search_folded(new.name) || ' ', '${SEPARATORS.replaceAll("'", "''")}', '${BLANKS}');
        return new;
      end $$`);
    this.addSql(`
      create trigger kept_names_folded before insert or update of name, search_folded on kept_names
      for each row execute function kept_names_fold()`);
    // Like a generated column, also where rows are replicated.
    this.addSql('alter table kept_names enable always trigger kept_names_folded');
  }

  override down(): void {
    this.addSql('drop trigger kept_names_folded on kept_names');
    this.addSql('drop function kept_names_fold()');
    this.addSql('alter table kept_names drop column search_folded');
    this.addSql('drop function audit_fold_event()');
    this.addSql('drop function audit_fold(text, text, text)');
    this.addSql('alter table audit_events drop column fold_id');
  }
}
