import { Migration } from '@mikro-orm/migrations';

/** A consent covers the resources and the place to return to, besides the scopes. Those there are cover what is registered. */
export class ConsentCoverage extends Migration {
  override up(): void {
    this.addSql(`
      alter table consents
        add column resources text[] not null default '{}',
        add column return_hosts text[] not null default '{}'`);
    this.addSql(`
      update consents k set resources = c.resources, return_hosts = array(
        select distinct case
          when uri ~ '^http:' then substring(uri from '^http://(\\[[^]]*\\]|[^/?:]+)')
          when uri ~ '^https:' then regexp_replace(substring(uri from '^https://([^/?]+)'), ':443$', '')
          else substring(uri from '^[^:]+:')
        end
        from unnest(c.redirect_uris) uri
      )
      from clients c where c.customer_id = k.customer_id and c.id = k.client_id`);
  }

  override down(): void {
    this.addSql('alter table consents drop column return_hosts, drop column resources');
  }
}
