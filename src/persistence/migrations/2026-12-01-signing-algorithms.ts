import { Migration } from '@mikro-orm/migrations';

const CHECKS = [
  ['signing_keys', 'algorithm', "'ES256', 'RS256'"],
  ['clients', 'id_token_signed_response_alg', "'RS256', 'ES256'"],
  ['clients', 'userinfo_signed_response_alg', "'RS256', 'ES256'"],
] as const;

/** The server also signs with PS256 and EdDSA. */
export class SigningAlgorithms extends Migration {
  override up(): void {
    this.replaceChecks(", 'PS256', 'EdDSA'");
  }

  override down(): void {
    this.addSql("delete from signing_keys where algorithm in ('PS256', 'EdDSA')");
    this.addSql(
      "update clients set id_token_signed_response_alg = 'RS256' where id_token_signed_response_alg in ('PS256', 'EdDSA')",
    );
    this.addSql(
      "update clients set userinfo_signed_response_alg = 'RS256' where userinfo_signed_response_alg in ('PS256', 'EdDSA')",
    );
    this.replaceChecks('');
  }

  private replaceChecks(more: string): void {
    for (const [table, column, algorithms] of CHECKS)
      this.addSql(
        `alter table ${table} drop constraint ${table}_${column}_check,
           add constraint ${table}_${column}_check check (${column} in (${algorithms}${more}))`,
      );
  }
}
