import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = `.,;:@_+-/()&"'’`;
const BLANKS = ' '.repeat(SEPARATORS.length);

/** Where a row is searched: the columns that its text depends on, and the text. */
const SEARCHED: Readonly<Record<string, readonly [columns: string, text: string]>> = {
  users: [
    'name, email_key, given_name, family_name, username, phone_number',
    `concat_ws(' ', new.name, search_address(new.email_key), new.given_name, new.family_name, new.username,
       translate(new.phone_number, ' +-./()', ''))`,
  ],
  groups: ['name, description', `concat_ws(' ', new.name, new.description)`],
  clients: ['name', 'new.name'],
  organizations: ['name', 'new.name'],
};

/**
 * Texts that are searched without their accents, and addresses in the letters of their domains. A trigger keeps them, because
 * a generated column would write all rows anew under a lock. The next migration has the rows that are there already.
 */
export class SearchFolding extends Migration {
  override up(): void {
    // Only functions of PostgreSQL itself, by which indexes are also made where no other is found.
    this.addSql(`
      create function search_folded(given text) returns text language sql immutable parallel safe as $$
        select case when octet_length(given) = length(given) then lower(given)
          else normalize(replace(replace(replace(replace(translate(
            regexp_replace(lower(normalize(given, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
            'øłđðħıŧς', 'olddhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) end
      $$`);
    // RFC 3492. What is no such label stays as it is.
    this.addSql(`
      create function search_label(label text) returns text language plpgsql immutable as $$
      declare
        rest text := substr(label, 5);
        basic int := greatest(length(rest) - position('-' in reverse(rest)), 0) * sign(position('-' in rest))::int;
        code text := substr(rest, basic + case when position('-' in rest) > 0 then 2 else 1 end);
        points int[] := array(select ascii(each) from regexp_split_to_table(nullif(left(rest, basic), ''), '') each);
        n bigint := 128;
        i bigint := 0;
        bias int := 72;
        at int := 1;
        before bigint;
        weight bigint;
        k int;
        t int;
        digit int;
        size int;
        delta bigint;
      begin
        if label !~ '^xn--[a-z0-9-]{1,59}$' then return label; end if;
        while at <= length(code) loop
          before := i;
          weight := 1;
          k := 36;
          loop
            if at > length(code) or weight > 1000000000 then return label; end if;
            digit := ascii(substr(code, at, 1));
            digit := case when digit >= 97 then digit - 97 else digit - 22 end;
            at := at + 1;
            i := i + digit * weight;
            t := least(greatest(k - bias, 1), 26);
            exit when digit < t;
            weight := weight * (36 - t);
            k := k + 36;
          end loop;
          size := cardinality(points) + 1;
          delta := case when before = 0 then (i - before) / 700 else (i - before) / 2 end;
          delta := delta + delta / size;
          k := 0;
          while delta > 455 loop
            delta := delta / 35;
            k := k + 36;
          end loop;
          bias := k + (36 * delta / (delta + 38))::int;
          n := n + i / size;
          i := i % size;
          if n > 1114111 or n between 55296 and 57343 then return label; end if;
          points := points[1:i] || n::int || points[i + 1:];
          i := i + 1;
        end loop;
        return array_to_string(array(select chr(point) from unnest(points) with ordinality as each (point, place) order by place), '');
      end $$`);
    this.addSql(`
      create function search_shown(key text) returns text language plpgsql immutable set search_path from current as $$
      declare
        local text := left(key, length(key) - position('@' in reverse(key)) + 1);
        labels text[] := string_to_array(substr(key, length(local) + 1), '.');
      begin
        for n in 1 .. cardinality(labels) loop
          labels[n] := search_label(labels[n]);
        end loop;
        return search_folded(local || array_to_string(labels, '.')) || ' ' || key;
      end $$`);
    // The names of functions are resolved now, so that indexes are also made where they are not found.
    this.addSql(`
      create function search_address(key text) returns text language sql immutable
      begin atomic
        select case when key like '%xn--%' then search_shown(key) else search_folded(key) end;
      end`);
    for (const [table, [columns, text]] of Object.entries(SEARCHED)) {
      this.addSql(`alter table ${table} add column search_folded text`);
      this.addSql(`
        create function ${table}_fold() returns trigger language plpgsql as $$
        declare
          given text := ${text};
        begin
          new.search_folded := translate(' ' || search_folded(given) || ' ', '${SEPARATORS.replaceAll("'", "''")}', '${BLANKS}');
          return new;
        end $$`);
      this.addSql(`
        create trigger ${table}_folded before insert or update of ${columns}, search_folded on ${table}
        for each row execute function ${table}_fold()`);
      // Like a generated column, also where rows are replicated.
      this.addSql(`alter table ${table} enable always trigger ${table}_folded`);
    }
    // The sample by which a search tells rare parts from common ones.
    this.addSql('alter table users alter search_folded set statistics 400');
  }

  override down(): void {
    for (const table of Object.keys(SEARCHED)) {
      this.addSql(`drop trigger ${table}_folded on ${table}`);
      this.addSql(`drop function ${table}_fold()`);
      this.addSql(`alter table ${table} drop column search_folded`);
    }
    for (const name of ['search_address', 'search_shown', 'search_label', 'search_folded'])
      this.addSql(`drop function ${name}(text)`);
  }
}
