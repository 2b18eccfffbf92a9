import { Migration } from '@mikro-orm/migrations';

/** Where clients are told of logouts by the browser of the user. */
export class FrontChannelLogout extends Migration {
  override up(): void {
    this.addSql(`
      alter table clients
        add column frontchannel_logout_uri text,
        add column frontchannel_logout_session_required boolean not null default false`);
  }

  override down(): void {
    this.addSql(
      'alter table clients drop column frontchannel_logout_uri, drop column frontchannel_logout_session_required',
    );
  }
}
