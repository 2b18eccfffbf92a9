/**
 * What memory the server holds while it does everything at once for minutes: every operation, the account pages, logins
 * by password and GraphQL documents that never come twice, each on connections of its own.
 */
import pg from 'pg';
import { Browser, hiddenOf } from './browser.ts';
import { startGuildhall, type Contestant } from './contestants/index.ts';
import { bytesOf, drive, type Script } from './load.ts';
import { residentMegabytes } from './machine.ts';
import { API, FORM, type Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { Options } from './options.ts';
import type { World } from './world.ts';

/** The resident memory at a moment of the soak, in megabytes, and how many answers there were by then. */
interface Reading {
  readonly minute: number;
  readonly megabytes: number;
  readonly answers: number;
}

export interface Soak {
  readonly readings: readonly Reading[];
  readonly end: number;
  /** Megabytes a minute, over the second half. */
  readonly slope: number;
}

const SLICE_SECONDS = 5;
/** Connections of each operation. */
const CONNECTIONS = 2;
/** Users who sign in by password. */
const PEOPLE = 100;

/** Something that one connection asks for again and again. */
type Part = Pick<Operation, 'status' | 'heard'> & { readonly scripts: readonly Script[] };

export async function measureSoak(world: World, { soakMinutes }: Options): Promise<Soak> {
  await givePasswords(world);
  const server = await startGuildhall(world);
  try {
    for (const { prepare } of operations) await prepare?.(server);
    // One after the other once: some use what others before them were given.
    for (const operation of operations) await play(server, [partOf(operation, world)], 1);
    const own = await ownParts(server);
    const readings: Reading[] = [];
    const start = performance.now();
    let answers = 0;
    while (performance.now() - start < soakMinutes * 60_000) {
      const parts = [...own, ...operations.map((operation) => partOf(operation, world))];
      answers += await play(server, parts, SLICE_SECONDS);
      const minute = (performance.now() - start) / 60_000;
      readings.push({ minute, megabytes: residentMegabytes(server.pid), answers });
    }
    return { readings, end: readings.at(-1)!.megabytes, slope: slopeOf(readings.slice(readings.length >> 1)) };
  } finally {
    await server.stop();
  }
}

/** Plays all parts at once; how many answers there were. */
async function play({ port, world }: Contestant, parts: readonly Part[], seconds: number): Promise<number> {
  const samples = await Promise.all(
    parts.map(({ scripts, status, heard }) =>
      drive(port, scripts, status, seconds, heard && ((answer) => heard(world, answer))),
    ),
  );
  return samples.reduce((sum, { answers }) => sum + answers, 0);
}

const partOf = ({ scripts, status, heard }: Operation, world: World): Part => ({
  scripts: scripts(world).slice(0, CONNECTIONS),
  status,
  ...(heard && { heard }),
});

/** The administrator's password for some of the users. */
async function givePasswords({ databaseUrl, administrator, users }: World): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    'update users set password_hash = (select password_hash from users where email = $1) where id = any($2)',
    [administrator.email, users.slice(0, PEOPLE)],
  );
  await client.end();
}

/** What is asked for besides the operations that are raced. */
async function ownParts({ port, world }: Contestant): Promise<Part[]> {
  const browser = new Browser(port, world.issuer);
  const page = await browser.open('/login');
  const { cookie } = browser;
  const fields = hiddenOf(page!);
  const login = (turn: number): Script => {
    const email = `user${(turn % PEOPLE) + 1}@example.com`;
    const body = String(new URLSearchParams({ ...fields, email, password: world.administrator.password }));
    return () => bytesOf({ method: 'POST', path: '/login', headers: { ...FORM, cookie }, body });
  };
  let logins = 0;
  let documents = 0;
  const visitor = new Browser(port, world.issuer);
  await visitor.signIn('/login', world.administrator);
  const headers = { cookie: visitor.cookie, 'x-forwarded-proto': 'https' };
  const bearer = { ...API, authorization: `Bearer ${world.clientToken}` };
  const get = (path: string, given: Record<string, string>): Part => {
    const request = bytesOf({ method: 'GET', path, headers: given });
    return { status: 200, scripts: [() => request] };
  };
  return [
    ...['/account', '/account/sessions', '/account/applications', '/account/password'].map((path) =>
      get(path, headers),
    ),
    get('/login', { 'x-forwarded-proto': 'https' }),
    get('/api/users?limit=50&search=user1234', bearer),
    { status: 303, scripts: [() => login(logins++)()] },
    {
      status: 200,
      scripts: [
        () => {
          const query = `query Q${documents++} { groups(first: 5) { edges { node { name memberCount } } } }`;
          return bytesOf({ method: 'POST', path: '/graphql', headers: bearer, body: JSON.stringify({ query }) });
        },
      ],
    },
  ];
}

/** The line of least squares through the readings: megabytes a minute. */
function slopeOf(readings: readonly Reading[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(readings.map(({ minute }) => minute));
  const y = mean(readings.map(({ megabytes }) => megabytes));
  const over = readings.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0);
  const under = readings.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
