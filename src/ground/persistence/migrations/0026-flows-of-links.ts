import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'invitation', 'verify_email', 'reset_password', 'change_email', 'cancel_email_change'`;

const allow = (purposes: string): string =>
  `alter table one_time_links drop constraint one_time_links_purpose_check,
     add constraint one_time_links_purpose_check check (purpose in (${purposes}))`;

/**
 * Links lead back to the sign-in in which a browser has asked for them; those from before do not. One signs in the first
 * administrator of a development server.
 */
export class FlowsOfLinks extends Migration {
  override up(): void {
    this.addSql('alter table one_time_links add column flow text');
    this.addSql('alter table recovery_requests add column flow text');
    this.addSql(allow(`${BEFORE}, 'first_sign_in'`));
  }

  override down(): void {
    this.addSql(`delete from one_time_links where purpose = 'first_sign_in'`);
    this.addSql(allow(BEFORE));
    this.addSql('alter table recovery_requests drop column flow');
    this.addSql('alter table one_time_links drop column flow');
  }
}
