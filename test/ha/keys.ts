/** The signing keys are rotated every five seconds while tokens are verified, and in the end one is revoked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { HAPROXY, startHaproxy } from './balancers.ts';
import type { Fault } from './fault.ts';
import { command } from './nodes.ts';
import { Postgres, query } from './postgres.ts';
import { type Asked, Recorder } from './recorder.ts';
import { callApi, type Party, serve, signIn, verifiersAt } from './relying-parties.ts';
import { rowOf } from './report.ts';
import { makeApplication, must, tokenOf, tokenRequest, withToken } from './service.ts';
import { type Recorded, type Stand, withStand } from './stand.ts';

const TIMES = 4;
const EVERY_SECONDS = 5;

const NAME = `keys rotated every ${EVERY_SECONDS} seconds, ${TIMES} times, then one revoked`;

export const KEYS: Fault = {
  name: NAME,
  programs: [HAPROXY],
  outageMax: 15,
  failedMax: 0,
  suffer: async (kept) => {
    const store = (place: ConstructorParameters<typeof Postgres>[0]) => new Postgres(place);
    return rowOf(NAME, await withStand({ store, balancer: startHaproxy }, kept, rotate));
  },
};

async function rotate({ nodes, store: { url }, site }: Stand<Postgres>): Promise<Recorded> {
  await rotateBefore(url);
  const recorders = nodes.map(({ port }) => new Recorder(port)) as [Recorder, Recorder];
  const [one, two] = recorders;
  const clientId = await makeApplication(one);
  const load = new AbortController();
  const verified = new Map<string, number>();
  const parties = [
    { giver: one, other: two, at: nodes[1] },
    { giver: two, other: one, at: nodes[0] },
  ].map(({ at, ...asked }): Party => {
    const verifiers = verifiersAt(`http://127.0.0.1:${at.port}`);
    return { ...asked, verifiers, issuer: site, clientId, ended: load.signal, verified };
  });
  const work = parties.flatMap((party) => [serve(party), signIn(party)]);
  for (let time = 0; time < TIMES; time += 1) {
    await Promise.all([command(url, 'keys', 'rotate'), sleep(EVERY_SECONDS * 1000)]);
  }
  load.abort();
  await Promise.all(work);
  const refused = await revoke(url, recorders);
  // What signs now may be unknown to those who read the key set a moment ago, but not to those who read it now.
  for (const [index, party] of parties.entries()) {
    const verifiers = verifiersAt(`http://127.0.0.1:${nodes[1 - index]!.port}`);
    await callApi({ ...party, verifiers });
  }
  for (const recorder of recorders) recorder.close();
  const sum = [...verified.values()].reduce((all, count) => all + count, 0);
  return {
    endings: recorders.flatMap(({ endings }) => endings),
    acknowledged: 0,
    lost: 0,
    again: 0,
    notes: [
      `${sum} verifications, with ${verified.size} keys`,
      `a revoked key was refused ${refused.map((ms) => ms.toFixed(0)).join(' and ')} ms after the command had ended`,
    ],
  };
}

/**
 * A new key signs ten minutes after it was published. Makes the keys that sign during the scenario, and has them sign one
 * after the other, as if they had been published ten minutes before.
 */
async function rotateBefore(url: string): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) await command(url, 'keys', 'rotate');
  await query(
    url,
    `update signing_keys k set active_from = now() + (place - 1) * interval '${EVERY_SECONDS} seconds'
     from (select id, row_number() over (partition by algorithm order by active_from) as place from signing_keys) p
     where p.id = k.id and place > 1`,
  );
}

/** Revokes the key that signs. Gives how long each node still accepted it, in milliseconds. */
async function revoke(url: string, recorders: readonly Recorder[]): Promise<number[]> {
  const token = tokenOf(await must(recorders[0]!, 'token', tokenRequest('read'), 200));
  const asked = { method: 'GET', path: '/groups?limit=1', headers: withToken(token) };
  for (const recorder of recorders) await must(recorder, 'read', asked, 200);
  await command(url, 'keys', 'revoke', decodeProtectedHeader(token).kid!);
  return Promise.all(recorders.map((recorder) => acceptance(recorder, asked)));
}

/** At once is within a second: what is accepted longer is wrong. */
async function acceptance(recorder: Recorder, asked: Asked): Promise<number> {
  const begin = recorder.now;
  let accepted = 0;
  while (accepted < 1) {
    const heard = await recorder.ask('revoked key', asked, { expected: [200, 401] });
    if (heard?.status === 401) return accepted * 1000;
    accepted = recorder.now - begin;
  }
  recorder.find('revoked key', 'accepted for a second');
  return accepted * 1000;
}
