import { Migration } from '@mikro-orm/migrations';

/** Whether a client's ID tokens hold the claims of the granted scopes. */
export class IdTokenClaims extends Migration {
  override up(): void {
    this.addSql('alter table clients add column id_token_claims boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table clients drop column id_token_claims');
  }
}
