import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { codeOf, redeem, refresh, tokensOf } from '../support/logins.ts';
import { until } from '../support/until.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

/** Resolves once a statement waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await app.server.database.pool.query(waiting)).rowCount! > 0);
}

describe('what is used while its grant is being ended', () => {
  const code = async (): Promise<() => Promise<Answer>> => {
    const given = await codeOf(app, client, user);
    return () => redeem(app, client, given);
  };
  const refreshToken = async (): Promise<() => Promise<Answer>> => {
    const { refresh_token } = await tokensOf(app, client, user, 'openid');
    return () => refresh(app, client, refresh_token);
  };

  it.each([
    ['a code', code],
    ['a refresh token', refreshToken],
  ])(
    'waits for the end before it is used up, so that neither waits for the other for ever: %s',
    async (_what, make) => {
      const use = await make();
      const ending = await app.server.database.pool.connect();
      try {
        await ending.query('begin');
        await ending.query('select from grants where user_id = $1 for update', [user.id]);
        const answer = use();
        await someoneWaits();
        await ending.query('delete from grants where user_id = $1', [user.id]);
        await ending.query('commit');
        const { status, body } = await answer;
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      } finally {
        ending.release();
      }
    },
  );
});
