/** Callers who ask for all that they may, again and again, until they are stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant } from './contestants/index.ts';

/** Does it again and again while the signal allows it. */
export type Calls = (server: Contestant, signal: AbortSignal) => Promise<void>;

const LOOK_MS = 100;
const IMPORTED = 2_000;

const MEMBERS =
  '{ groups(first: 100) { edges { node { members(first: 300) { edges { node { id name email } } } } } } }';
const EXPORT = 'mutation { requestExport(kind: USERS, format: CSV) { downloadUrl } }';
const IMPORT = 'mutation { createUserImport(input: { format: CSV, existing: UPDATE }) { userImport { id } } }';
const STATE = 'query ($id: ID!) { userImport(id: $id) { state } }';

/** A member who reads members of many groups. */
export const reads =
  (token: string): Calls =>
  async (server, signal) => {
    while (!signal.aborted) await ask(server, token, signal, MEMBERS);
  };

/** A service account that exports all users. */
export const exportsUsers: Calls = async (server, signal) => {
  const { clientToken } = server.world;
  while (!signal.aborted) {
    const { requestExport } = await data<{ requestExport: { downloadUrl: string } }>(
      server,
      clientToken,
      signal,
      EXPORT,
    );
    const { pathname } = new URL(requestExport.downloadUrl);
    await expected(200, await fetch(`http://127.0.0.1:${server.port}${pathname}`, { signal }));
  }
};

/** A service account that imports users. The second time and later, they are there and change. */
export const importsUsers: Calls = async (server, signal) => {
  const { port, world } = server;
  const token = world.clientToken;
  for (let time = 1; !signal.aborted; time += 1) {
    const rows = Array.from({ length: IMPORTED }, (_, n) => `imported${n}@example.com,Imported ${n} ${time}`);
    const { createUserImport } = await data<{ createUserImport: { userImport: { id: string } } }>(
      server,
      token,
      signal,
      IMPORT,
    );
    const { id } = createUserImport.userImport;
    const file = { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }, signal };
    const body = ['email,name', ...rows].join('\n');
    await expected(202, await fetch(`http://127.0.0.1:${port}/imports/${id}/file`, { ...file, body }));
    for (let state = 'RUNNING'; state === 'RUNNING';) {
      await sleep(LOOK_MS, undefined, { signal });
      ({ state } = (await data<{ userImport: { state: string } }>(server, token, signal, STATE, { id })).userImport);
    }
  }
};

async function data<Data>(
  server: Contestant,
  token: string,
  signal: AbortSignal,
  query: string,
  variables?: object,
): Promise<Data> {
  return (JSON.parse(await ask(server, token, signal, query, variables)) as { data: Data }).data;
}

/** The answer to an operation. A caller whose budget is spent waits. */
async function ask(
  { port }: Contestant,
  token: string,
  signal: AbortSignal,
  query: string,
  variables?: object,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body, signal });
    if (answer.status !== 429) return expected(200, answer);
    await answer.arrayBuffer();
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** The text of an answer. Throws if it has another status. */
async function expected(status: number, answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`The answer is ${answer.status}: ${text}`);
  return text;
}
