/**
 * Callers who ask for all that they may, again and again, until their process is stopped. It is a process of their own: long
 * answers take time to read, which those who measure how long others wait must not lose.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export type Calls = 'reads' | 'exports' | 'imports';

/** What the process is told first. Each token is that of one caller. */
export interface HeavyCallers {
  readonly port: number;
  readonly calls: Calls;
  readonly tokens: readonly string[];
}

interface Caller {
  readonly port: number;
  readonly token: string;
}

const LOOK_MS = 100;
const IMPORTED = 2_000;

const MEMBERS =
  '{ groups(first: 100) { edges { node { members(first: 300) { edges { node { id name email } } } } } } }';
const EXPORT = 'mutation { requestExport(kind: USERS, format: CSV) { downloadUrl } }';
const IMPORT = 'mutation { createUserImport(input: { format: CSV, existing: UPDATE }) { userImport { id } } }';
const STATE = 'query ($id: ID!) { userImport(id: $id) { state } }';

/** What each caller does. It never returns. */
const callers: Record<Calls, (caller: Caller) => Promise<never>> = {
  /** A member who reads members of many groups. */
  async reads(caller) {
    for (;;) await ask(caller, MEMBERS);
  },

  /** A service account that exports all users. */
  async exports(caller) {
    for (;;) {
      const { requestExport } = await data<{ requestExport: { downloadUrl: string } }>(caller, EXPORT);
      const { pathname } = new URL(requestExport.downloadUrl);
      await expected(200, await fetch(`http://127.0.0.1:${caller.port}${pathname}`));
    }
  },

  /** A service account that imports users. The second time and later, they are there and change. */
  async imports(caller) {
    const { port, token } = caller;
    for (let time = 1; ; time += 1) {
      const rows = Array.from({ length: IMPORTED }, (_, n) => `imported${n}@example.com,Imported ${n} ${time}`);
      const { createUserImport } = await data<{ createUserImport: { userImport: { id: string } } }>(caller, IMPORT);
      const { id } = createUserImport.userImport;
      const file = { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' } };
      const body = ['email,name', ...rows].join('\n');
      await expected(202, await fetch(`http://127.0.0.1:${port}/imports/${id}/file`, { ...file, body }));
      for (let state = 'RUNNING'; state === 'RUNNING';) {
        await sleep(LOOK_MS);
        ({ state } = (await data<{ userImport: { state: string } }>(caller, STATE, { id })).userImport);
      }
    }
  },
};

async function data<Data>(caller: Caller, query: string, variables?: object): Promise<Data> {
  return (JSON.parse(await ask(caller, query, variables)) as { data: Data }).data;
}

/** The answer to an operation. A caller whose budget is spent waits. */
async function ask({ port, token }: Caller, query: string, variables?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
    if (answer.status !== 429) return expected(200, answer);
    await answer.arrayBuffer();
    await sleep(LOOK_MS);
  }
}

/** The text of an answer. Throws if it has another status. */
async function expected(status: number, answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`The answer is ${answer.status}: ${text}`);
  return text;
}

process.once('message', ({ port, calls, tokens }: HeavyCallers) => {
  for (const token of tokens) void callers[calls]({ port, token });
});
