/** Very many refresh tokens are presented in one second, as after an outage: to both nodes, by one process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HAPROXY, startHaproxy } from './balancers.ts';
import type { Fault } from './fault.ts';
import { Postgres, query } from './postgres.ts';
import { type Heard, Recorder } from './recorder.ts';
import { rowOf } from './report.ts';
import { FORM, makeApplication } from './service.ts';
import { type Recorded, type Stand, withStand } from './stand.ts';

const COUNT = 2000;
/** A token is presented at most so often. Whoever is put off waits as long as the answers say (`Retry-After`). */
const PRESENTED_MAX = 20;
const RETRY_AFTER_MS = 1000;
const NAME = `${COUNT} refresh tokens presented in a second`;

export const REFRESHES: Fault = {
  name: NAME,
  programs: [HAPROXY],
  outageMax: 15,
  failedMax: Infinity,
  suffer: async (kept) => {
    const store = (place: ConstructorParameters<typeof Postgres>[0]) => new Postgres(place);
    return rowOf(NAME, await withStand({ store, balancer: startHaproxy }, kept, refreshAll));
  },
};

async function refreshAll({ nodes, port, store: { url } }: Stand<Postgres>): Promise<Recorded> {
  const balanced = new Recorder(port);
  const clientId = await makeApplication(balanced);
  balanced.close();
  await logInAll(url, clientId);
  const recorders = nodes.map((node) => new Recorder(node.port));
  const begin = performance.now();
  let presented = 0;
  const heard = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      await sleep((index * 1000) / COUNT);
      const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokenOf(index + 1) };
      const body = new URLSearchParams(fields).toString();
      const asked = { method: 'POST', path: '/oauth2/token', headers: FORM, body };
      presented = performance.now() - begin;
      for (let time = 0; time < PRESENTED_MAX; time += 1) {
        const answer = await recorders[index % 2]!.ask('refresh', asked);
        if (answer) return answer;
        await sleep(RETRY_AFTER_MS);
      }
      recorders[index % 2]!.find('refresh', 'never answered');
      return undefined;
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const recorder of recorders) recorder.close();
  const endings = recorders.flatMap(({ endings: own }) => own);
  const slowest = Math.max(...endings.map(({ took }) => took));

  const given = heard.filter((answer) => answer !== undefined).map(successorOf);
  return {
    endings,
    acknowledged: given.length,
    lost:
      given.length - (await countOf(url, `select from refresh_tokens where ${among(given)} and consumed_at is null`)),
    again: await countOf(url, 'select from refresh_tokens group by grant_id having count(*) > 2'),
    notes: [
      `presented within ${(presented / 1000).toFixed(1)} s, answered in ${seconds.toFixed(1)} s, the slowest after ${slowest.toFixed(1)} s`,
    ],
  };
}

const tokenOf = (login: number): string => `rt_${login}`;

const successorOf = ({ text }: Heard): string => (JSON.parse(text) as { refresh_token: string }).refresh_token;

const among = (tokens: readonly string[]): string =>
  `token_hash in (${['null', ...tokens.map((token) => `sha256('${token}')`)].join()})`;

async function countOf(url: string, rows: string): Promise<number> {
  const [row] = await query<{ count: number }>(url, `select count(*)::int from (${rows}) r`);
  return row!.count;
}

/** Writes so many logins of as many people, each with a grant and a refresh token, as they are a while after the login. */
async function logInAll(url: string, clientId: string): Promise<void> {
  const insert = `
    create table login as
      select n, c.id as customer_id, gen_random_uuid() as user_id, gen_random_uuid() as session_id, gen_random_uuid() as grant_id
      from customers c, generate_series(1, ${COUNT}) n;
    insert into users (id, customer_id, email, email_key, name, role, created_at, updated_at)
      select user_id, customer_id, n || '@rig.example', n || '@rig.example', 'Person ' || n, 'member', now(), now() from login;
    insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, last_accessed_at, expires_at, created_at)
      select session_id, customer_id, user_id, sha256(('session ' || n)::bytea), now(), '{pwd}', now(),
        now() + interval '1 day', now() from login;
    insert into grants (id, customer_id, user_id, session_id, client_id, scopes, auth_time, amr, created_at)
      select grant_id, customer_id, user_id, session_id, '${clientId}', '{openid,profile}', now(), '{pwd}', now() from login;
    insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
      select sha256(('rt_' || n)::bytea), customer_id, grant_id, '${clientId}', '{openid,profile}', now() + interval '1 day',
        now() from login;
    drop table login`;
  await query(url, insert);
  await query(url, 'vacuum analyze');
}
