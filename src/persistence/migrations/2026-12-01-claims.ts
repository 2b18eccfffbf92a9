import { Migration } from '@mikro-orm/migrations';

/** The claims that clients get by name (OpenID Connect Core §5.5), and that users allow. */
export class Claims extends Migration {
  override up(): void {
    this.addSql(
      `alter table grants add column claims text[] not null default '{}', add column id_token_claims text[] not null default '{}'`,
    );
    this.addSql(`alter table consents add column claims text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table grants drop column claims, drop column id_token_claims');
    this.addSql('alter table consents drop column claims');
  }
}
