import { setTimeout as pause } from 'node:timers/promises';
import { processorSeconds, type Patience } from '../machine.ts';
import { person } from './people.ts';
import type { Scale } from './seed.ts';

const ROWS = 10_000;
/** A file has as many rows whatever the size, and each is imported twice: users are created, then changed. */
const IMPORTS = 3;
const POLL_MS = 20;
/** More than a customer has users, so that nobody has their addresses. */
const FIRST = 10_000_000;
const HASH = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

const CREATE = `mutation { createUserImport(input: { format: JSON_LINES }) { userImport { id } } }`;
const STATE = `query ($id: ID!) { userImport(id: $id) { state createdCount updatedCount } }`;

/** A server, and the customer in its database. */
interface Server {
  readonly pid: number;
  readonly port: number;
  readonly scale: Scale;
}

/** How long imports took, in milliseconds, and what they took of the processor, in seconds. */
export interface ImportTimes {
  readonly created: readonly ImportTime[];
  readonly changed: readonly ImportTime[];
}
interface ImportTime {
  readonly ms: number;
  readonly cpu: number;
}

/** Imports files with names, groups and hashes of another system, from the first request until the job is over. */
export async function measureImports(server: Server, patience: Patience): Promise<ImportTimes> {
  const created: ImportTime[] = [];
  const changed: ImportTime[] = [];
  for (let n = 0; n < IMPORTS; n += 1) {
    await patience.quiet();
    created.push(await importFile(server, fileOf(n, 'Created'), 'createdCount'));
    await patience.quiet();
    changed.push(await importFile(server, fileOf(n, 'Changed'), 'updatedCount'));
  }
  return { created, changed };
}

function fileOf(turn: number, title: string): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const { email, givenName, familyName } = person(FIRST + turn * ROWS + n);
    const groups = [`Group ${n % 1000}`];
    return JSON.stringify({ email, givenName, familyName: `${familyName} ${title}`, groups, passwordHash: HASH });
  });
  return rows.join('\n');
}

async function importFile(
  { pid, port, scale }: Server,
  file: string,
  counted: 'createdCount' | 'updatedCount',
): Promise<ImportTime> {
  const start = performance.now();
  const before = processorSeconds(pid);
  const authorization = `Bearer ${scale.clientToken}`;
  const url = `http://127.0.0.1:${port}`;
  const ask = async (query: string, variables: object): Promise<Record<string, unknown>> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    const answer = (await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json()) as Answer;
    if (!answer.data) throw new Error(`An import was refused: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { createUserImport } = (await ask(CREATE, {})) as { createUserImport: { userImport: { id: string } } };
  const { id } = createUserImport.userImport;
  const sent = await fetch(`${url}/imports/${id}/file`, { method: 'PUT', headers: { authorization }, body: file });
  if (sent.status !== 202) throw new Error(`The file was refused: ${await sent.text()}`);
  for (;;) {
    await pause(POLL_MS);
    const { userImport } = (await ask(STATE, { id })) as { userImport: State };
    if (userImport.state === 'RUNNING') continue;
    if (userImport[counted] !== ROWS) throw new Error(`Not all rows were imported: ${JSON.stringify(userImport)}`);
    return { ms: performance.now() - start, cpu: processorSeconds(pid) - before };
  }
}

interface Answer {
  readonly data?: Record<string, unknown>;
}
interface State {
  readonly state: string;
  readonly createdCount: number;
  readonly updatedCount: number;
}
