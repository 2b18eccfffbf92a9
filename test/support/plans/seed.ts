import type { PoolClient } from 'pg';

/** How many of each a customer has. */
interface Size {
  /** The numbers of the customers. */
  readonly customers: readonly [first: number, last: number];
  readonly users: number;
  readonly groups: number;
  /** So many of the users are signed in, each as often as `sessions` says. */
  readonly signedIn: number;
  readonly sessions: number;
  readonly tokens: number;
}

/** The number of the token of each grant that is unused. */
export const LAST_TOKEN = 10;

/** One of each in every customer. */
export const ONE_OF_EACH = { users: 1, groups: 1, signedIn: 1, sessions: 1, tokens: 1 } as const;

/** A customer with nearly everything; its first user has 200 sessions. */
export const MANY = { users: 4000, groups: 400, signedIn: 16, sessions: 200, tokens: 10 } as const;

/**
 * Makes customers with users, groups in groups, APIs, roles, sessions, grants, codes and refresh tokens, the last token of each grant unused.
 * Those that are there stay. Constraints and triggers do not fire: the rows are in order, and their counters are not read.
 */
export async function seed(
  db: PoolClient,
  { customers, users, groups, signedIn, sessions, tokens }: Size,
): Promise<void> {
  const of = (...more: string[]): string =>
    [`generate_series(${customers[0]}, ${customers[1]}) c`, ...more].join(' cross join ');
  const people = of(`generate_series(1, ${users}) u`);
  const each = of(`generate_series(1, ${groups}) g`);
  const logins = of(`generate_series(1, ${signedIn}) u`, `generate_series(1, ${sessions}) s`);
  await db.query('set session_replication_role = replica');
  for (const text of [
    `insert into customers (id, name, created_at, updated_at)
     select md5('customer ' || c)::uuid, 'customer ' || c, now(), now() from ${of()}`,
    `insert into users (id, customer_id, email, email_key, name, username, password_hash, created_at, updated_at)
     select md5(concat_ws(' ', 'user', c, u))::uuid, md5('customer ' || c)::uuid, e, e, e, concat_ws('-', c, u), 'hash', now(), now()
     from ${people} cross join lateral (select 'user-' || u || '@' || c || '.example') a(e)`,
    `insert into organizations (id, customer_id, name, created_at, updated_at)
     select md5(concat_ws(' ', 'organization', c, g))::uuid, md5('customer ' || c)::uuid, 'organization ' || g, now(), now()
     from ${each}`,
    `insert into groups (id, customer_id, organization_id, name, created_at, updated_at)
     select md5(concat_ws(' ', 'group', c, g))::uuid, md5('customer ' || c)::uuid,
       md5(concat_ws(' ', 'organization', c, g))::uuid, 'group ' || g, now(), now()
     from ${each}`,
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select md5(concat_ws(' ', 'group', c, 1 + (u * 7 + g) % ${groups}))::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       md5('customer ' || c)::uuid, now()
     from ${people} cross join generate_series(0, ${Math.min(groups, 5) - 1}) g`,
    `insert into group_nestings (group_id, member_id, customer_id, joined_at)
     select md5(concat_ws(' ', 'group', c, g))::uuid, md5(concat_ws(' ', 'group', c, g + 1))::uuid, md5('customer ' || c)::uuid, now()
     from ${of(`generate_series(1, ${groups - 1}) g`)} where g % 2 = 1`,
    `insert into clients (id, customer_id, name, type, grant_types, scopes, token_endpoint_auth_method, created_at, updated_at)
     select 'client-' || c, md5('customer ' || c)::uuid, 'client', 'public', '{authorization_code,refresh_token,client_credentials}',
       '{openid,groups}', 'none', now(), now() from ${of()}`,
    `insert into clients (id, customer_id, name, type, grant_types, scopes, resources, token_endpoint_auth_method,
       require_consent, created_at, updated_at)
     select 'server-' || c, md5('customer ' || c)::uuid, 'server', 'confidential',
       '{urn:ietf:params:oauth:grant-type:token-exchange}', '{openid}', '{https://api.example}', 'client_secret_post', false,
       now(), now() from ${of()}`,
    // An API for each group: a role for its scopes, which a user and the group have. The client has the scopes of the first.
    `insert into apis (id, customer_id, identifier, name, requires_role, created_at, updated_at)
     select md5(concat_ws(' ', 'api', c, g))::uuid, md5('customer ' || c)::uuid, 'https://' || g || '.' || c || '.example',
       'api ' || g, true, now(), now() from ${each}`,
    `insert into api_scopes (id, customer_id, api_id, name, created_at)
     select md5(concat_ws(' ', 'scope', c, g, s))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'api', c, g))::uuid,
       'scope:' || s, now() from ${each} cross join generate_series(1, 2) s`,
    `insert into client_scopes (client_id, customer_id, scope_id)
     select 'client-' || c, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'scope', c, 1, s))::uuid
     from ${of('generate_series(1, 2) s')}`,
    `insert into roles (id, customer_id, kind, api_id, name, created_at, updated_at)
     select md5(concat_ws(' ', 'role', c, g))::uuid, md5('customer ' || c)::uuid, 'api', md5(concat_ws(' ', 'api', c, g))::uuid,
       'role ' || g, now(), now() from ${each}`,
    `insert into role_permissions (role_id, customer_id, scope_id)
     select md5(concat_ws(' ', 'role', c, g))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'scope', c, g, 1))::uuid
     from ${each}`,
    `insert into role_assignments (id, customer_id, role_id, user_id, created_at)
     select md5(concat_ws(' ', 'assignment', c, g))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'role', c, g))::uuid,
       md5(concat_ws(' ', 'user', c, g))::uuid, now() from ${each}`,
    `insert into role_assignments (id, customer_id, role_id, group_id, created_at)
     select md5(concat_ws(' ', 'of group', c, g))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'role', c, g))::uuid,
       md5(concat_ws(' ', 'group', c, g))::uuid, now() from ${each}`,
    `insert into group_nestings (group_id, member_id, customer_id, joined_at)
     select md5(concat_ws(' ', 'group', c, g - 1))::uuid, md5(concat_ws(' ', 'group', c, g))::uuid, md5('customer ' || c)::uuid, now()
     from ${each} where g % 8 <> 1`,
    `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
     select md5(concat_ws(' ', 'user', c, u))::uuid, 'client-' || c, md5('customer ' || c)::uuid, '{openid,groups}', now(), now()
     from ${people}`,
    `insert into totp_factors (customer_id, user_id, sealed_secret, last_step, enabled_at)
     select md5('customer ' || c)::uuid, md5(concat_ws(' ', 'user', c, u))::uuid, 'secret', 0, now() from ${people}`,
    `insert into backup_code_sets (customer_id, user_id, hashes)
     select md5('customer ' || c)::uuid, md5(concat_ws(' ', 'user', c, u))::uuid, '{}' from ${people}`,
    `insert into passkeys (customer_id, id, user_id, credential_id, public_key, sign_count, transports, is_syncable, is_synced, name, created_at)
     select md5('customer ' || c)::uuid, md5(concat_ws(' ', 'passkey', c, u))::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       sha256(concat_ws(' ', 'passkey', c, u)::bytea), 'key', 0, '{}', true, true, 'Key', now() from ${people}`,
    `insert into remembered_devices
       (customer_id, id, user_id, secret_hash, browser, system, ip, created_at, last_used_at, expires_at)
     select md5('customer ' || c)::uuid, md5(concat_ws(' ', 'remembered', c, u))::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       sha256(concat_ws(' ', 'remembered', c, u)::bytea), 'Firefox', 'Linux', '', now(), now(), now() + interval '30 days'
     from ${people}`,
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
     select md5(concat_ws(' ', 'session', c, u, s))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       sha256(concat_ws(' ', 'session', c, u, s)::bytea), now(), '{pwd}', now(), now() + interval '1 day', now()
     from ${logins}`,
    `insert into grants (id, customer_id, user_id, session_id, client_id, organization_id, scopes, auth_time, amr, created_at)
     select md5(concat_ws(' ', 'grant', c, u, s))::uuid, md5('customer ' || c)::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       md5(concat_ws(' ', 'session', c, u, s))::uuid, 'client-' || c,
       md5(concat_ws(' ', 'organization', c, 1 + (u * 7) % ${groups}))::uuid, '{openid,groups}', now(), '{pwd}', now()
     from ${logins}`,
    `insert into authorization_codes (code_hash, customer_id, grant_id, client_id, redirect_uri, expires_at)
     select sha256(concat_ws(' ', 'code', c, u, s)::bytea), md5('customer ' || c)::uuid, md5(concat_ws(' ', 'grant', c, u, s))::uuid,
       'client-' || c, 'https://app.example/', now() + interval '1 hour'
     from ${logins}`,
    `insert into refresh_tokens
       (token_hash, customer_id, grant_id, client_id, scopes, expires_at, consumed_at, successor_hash, created_at)
     select sha256(concat_ws(' ', 'token', c, u, s, t)::bytea), md5('customer ' || c)::uuid, md5(concat_ws(' ', 'grant', c, u, s))::uuid,
       'client-' || c, '{openid,groups}', now() + interval '1 day', case when t < ${LAST_TOKEN} then now() end,
       case when t < ${LAST_TOKEN} then sha256(concat_ws(' ', 'token', c, u, s, t + 1)::bytea) end, now()
     from ${logins} cross join generate_series(${LAST_TOKEN + 1 - tokens}, ${LAST_TOKEN}) t`,
    `insert into throttle_counters (key, points, expire, account)
     select concat_ws(' ', 'key', c, u), 1, 0, concat_ws(' ', 'account', c, u) from ${people}`,
    `insert into revoked_tokens (jti, customer_id, client_id, expires_at)
     select md5(concat_ws(' ', 'jti', c, u))::uuid, md5('customer ' || c)::uuid, 'client-' || c, now() from ${people}`,
    `insert into pushed_requests (reference_hash, customer_id, client_id, parameters, expires_at)
     select sha256(concat_ws(' ', 'pushed', c, u)::bytea), md5('customer ' || c)::uuid, 'client-' || c, '', now() + interval '1 hour'
     from ${people}`,
    `insert into device_authorizations (id, customer_id, client_id, device_code_hash, user_code_mac, scopes, resources, ip, user_agent,
       interval_seconds, grant_id, expires_at, created_at)
     select gen_random_uuid(), md5('customer ' || c)::uuid, 'client-' || c, sha256(concat_ws(' ', 'device', c, u, s)::bytea),
       concat_ws(' ', 'device', c, u, s), '{openid,groups}', '{}', '', '', 5,
       case when s = 1 then md5(concat_ws(' ', 'grant', c, u, s))::uuid end, now() + interval '1 hour', now()
     from ${logins}`,
    `insert into used_assertions (customer_id, client_id, jti_hash, expires_at)
     select md5('customer ' || c)::uuid, 'client-' || c, sha256(concat_ws(' ', 'jti', c, u)::bytea), now() from ${people}`,
    `insert into used_proofs (customer_id, client_id, proof_hash, expires_at)
     select md5('customer ' || c)::uuid, 'client-' || c, sha256(concat_ws(' ', 'used proof', c, u)::bytea), now() from ${people}`,
    `insert into one_time_links (token_hash, customer_id, user_id, purpose, email, email_key, expires_at, created_at)
     select sha256(concat_ws(' ', 'link', c, u)::bytea), md5('customer ' || c)::uuid, md5(concat_ws(' ', 'user', c, u))::uuid,
       'reset_password', e, e, now() + interval '1 hour', now()
     from ${people} cross join lateral (select 'user-' || u || '@' || c || '.example') a(e)`,
  ])
    await db.query(`${text} on conflict do nothing`);
  await db.query('set session_replication_role = default');
}
