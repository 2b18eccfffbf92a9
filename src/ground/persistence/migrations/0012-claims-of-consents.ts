import { Migration } from '@mikro-orm/migrations';

/**
 * When an attribute became a claim of a scope, and when users last saw each scope of their consents: a claim that was added since
 * needs a new consent. What was there before needs none.
 */
export class ClaimsOfConsents extends Migration {
  override up(): void {
    this.addSql('alter table attribute_definitions add column claim_since timestamptz');
    this.addSql(
      'create index attribute_definitions_claim_since_index on attribute_definitions (customer_id, claim_since) where claim_since is not null',
    );
    this.addSql(`alter table consents add column scopes_since jsonb not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table consents drop column scopes_since');
    this.addSql('alter table attribute_definitions drop column claim_since');
  }
}
