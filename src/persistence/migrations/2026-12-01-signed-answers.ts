import { Migration } from '@mikro-orm/migrations';

/** What signs the authorization responses of a client that asks for signed ones (JARM §3). */
export class SignedAnswers extends Migration {
  override up(): void {
    this.addSql(`
      alter table clients
        add column authorization_signed_response_alg text not null default 'RS256'
          constraint clients_authorization_signed_response_alg_check
          check (authorization_signed_response_alg in ('RS256', 'ES256', 'PS256', 'EdDSA'))`);
    // The profile allows no RS256.
    this.addSql("update clients set authorization_signed_response_alg = 'ES256' where fapi2");
  }

  override down(): void {
    this.addSql('alter table clients drop column authorization_signed_response_alg');
  }
}
