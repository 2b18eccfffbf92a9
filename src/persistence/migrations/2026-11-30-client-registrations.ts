import { Migration } from '@mikro-orm/migrations';

/** Clients that register themselves (RFC 7591): the tokens that allow it, and the tokens that manage the clients. */
export class ClientRegistrations extends Migration {
  override up(): void {
    this.addSql(`alter table clients add column source text not null default 'created'`);
    this.addSql(
      `alter table clients add constraint clients_source_check check (source in ('created', 'registered', 'document'))`,
    );
    this.addSql('alter table clients add column expires_at timestamptz');
    this.addSql('create index clients_expires_at_index on clients (expires_at) where expires_at is not null');
    this.addSql(`
      create table initial_access_tokens (
        id uuid primary key,
        customer_id uuid not null references customers (id) on delete cascade,
        name text not null,
        token_hash bytea not null constraint initial_access_tokens_token_hash_key unique,
        grant_types text[] not null,
        scopes text[] not null,
        redirect_hosts text[] not null,
        token_endpoint_auth_methods text[] not null,
        resources text[] not null,
        clients_max int not null,
        clients_registered int not null default 0,
        client_lifetime int,
        statement_issuer text,
        statement_jwks jsonb,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        constraint initial_access_tokens_customer_id_id_key unique (customer_id, id),
        constraint initial_access_tokens_clients_registered_check check (clients_registered <= clients_max)
      )`);
    this.addSql(`
      create table client_registrations (
        customer_id uuid not null,
        client_id text not null,
        initial_access_token_id uuid not null,
        token_hash bytea not null constraint client_registrations_token_hash_key unique,
        details jsonb not null,
        created_at timestamptz not null,
        primary key (customer_id, client_id),
        foreign key (customer_id, client_id) references clients (customer_id, id) on delete cascade,
        foreign key (customer_id, initial_access_token_id) references initial_access_tokens (customer_id, id)
          on delete cascade
      )`);
    this.addSql(
      'create index client_registrations_initial_access_token_id_index on client_registrations (initial_access_token_id, customer_id)',
    );
  }

  override down(): void {
    this.addSql('drop table client_registrations');
    this.addSql('drop table initial_access_tokens');
    this.addSql('alter table clients drop column expires_at');
    this.addSql('alter table clients drop column source');
  }
}
