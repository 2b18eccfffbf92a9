import { Migration } from '@mikro-orm/migrations';

/** What clients register for keys of their own, signed answers, resources, pushed requests and logouts. */
export class ClientMetadata extends Migration {
  override up(): void {
    this.addSql(`
      alter table clients
        add column jwks jsonb,
        add column id_token_signed_response_alg text not null default 'RS256'
          constraint clients_id_token_signed_response_alg_check check (id_token_signed_response_alg in ('RS256', 'ES256')),
        add column userinfo_signed_response_alg text
          constraint clients_userinfo_signed_response_alg_check check (userinfo_signed_response_alg in ('RS256', 'ES256')),
        add column resources text[] not null default '{}',
        add column refresh_token_policy text not null default 'retry'
          constraint clients_refresh_token_policy_check check (refresh_token_policy in ('retry', 'strict')),
        add column require_pushed_authorization_requests boolean not null default false,
        add column backchannel_logout_uri text`);
  }

  override down(): void {
    this.addSql(`
      alter table clients
        drop column jwks, drop column id_token_signed_response_alg, drop column userinfo_signed_response_alg,
        drop column resources, drop column refresh_token_policy, drop column require_pushed_authorization_requests,
        drop column backchannel_logout_uri`);
  }
}
