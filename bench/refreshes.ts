/** Logins in the database, and the refresh of their tokens, one connection a login. */
import type { ClientBase } from 'pg';
import { bytesOf, type Script } from './load.ts';
import { each, FORM } from './operation.ts';
import type { World } from './world.ts';

/** So many of the users have signed in, each as often as the others. */
const SIGNED_IN = 1000;
const TOKENS = 3;

/** The refresh tokens that are not used yet, for each view of the world. */
const unused = new WeakMap<World, string[]>();

const tokenOf = (login: number): string => `rt_${login}_${TOKENS}`;

/** Gives a view of the world the unused tokens of so many logins, from the given one on. */
export function giveTokens(world: World, first: number, count: number): void {
  unused.set(
    world,
    Array.from({ length: count }, (_, login) => tokenOf(first + login)),
  );
}

/** Every connection refreshes the token that has waited longest. */
export const refreshing = {
  scripts: ({ world }: { readonly world: World }): Script[] =>
    each(() => () => {
      const { clientId, clientSecret } = world.application;
      const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'refresh_token' };
      const refreshToken = unused.get(world)!.shift()!;
      const body = String(new URLSearchParams({ ...fields, refresh_token: refreshToken }));
      return bytesOf({ method: 'POST', path: '/oauth2/token', headers: FORM, body });
    }),
  heard: (world: World, answer: Buffer): void => {
    const { refresh_token: next } = JSON.parse(answer.toString().split('\r\n\r\n')[1]!) as { refresh_token: string };
    unused.get(world)!.push(next);
  },
};

/** Adds logins to the database: sessions with their grants, their used codes and their refresh tokens. */
export async function addLogins(
  database: ClientBase,
  { customerId, application, users }: World,
  count: number,
): Promise<void> {
  await database.query(
    `create temporary table login as
     select n, uuidv7() as session, uuidv7() as grant, ($2::uuid[])[1 + n % $3::int] as member from generate_series(1, $1::int) n`,
    [count, users, SIGNED_IN],
  );
  await database.query(
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
     select session, $1, member, sha256(('session ' || n)::bytea), now(), '{pwd}', now(), now() + interval '1 day', now() from login`,
    [customerId],
  );
  await database.query(
    `insert into grants (id, customer_id, user_id, session_id, client_id, scopes, auth_time, amr, created_at)
     select "grant", $1, member, session, $2, '{openid,profile,email}', now(), '{pwd}', now() from login`,
    [customerId, application.clientId],
  );
  await database.query(
    `insert into authorization_codes (code_hash, customer_id, grant_id, client_id, redirect_uri, expires_at, consumed_at)
     select sha256(('code ' || n)::bytea), $1, "grant", $2, $3, now(), now() from login`,
    [customerId, application.clientId, application.redirectUri],
  );
  await database.query(
    `insert into refresh_tokens
       (token_hash, customer_id, grant_id, client_id, scopes, expires_at, consumed_at, successor_hash, created_at)
     select sha256(concat_ws('_', 'rt', n, t)::bytea), $1, "grant", $2, '{openid,profile,email}', now() + interval '1 day',
       case when t < $3::int then now() end, case when t < $3::int then sha256(concat_ws('_', 'rt', n, t + 1)::bytea) end, now()
     from login cross join generate_series(1, $3::int) t`,
    [customerId, application.clientId, TOKENS],
  );
  await database.query('vacuum analyze');
}
