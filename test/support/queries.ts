import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Loop, pg } from '#product';

type Query = (this: unknown, ...args: unknown[]) => unknown;
type Connect = (this: unknown, callback?: () => void) => unknown;
type Wake = (this: Loop) => void;

/** A statement as it is sent, with the values of its parameters. */
interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the driver has of a connection. */
interface Connection {
  readonly pipeline: boolean;
  readonly _activeQuery: unknown;
  readonly connection: { readonly stream: Socket };
}

/**
 * Where the statements of what is under way are written down, those together that are sent together; nothing where nobody
 * counts them.
 */
const counted = new AsyncLocalStorage<Sent[][]>();

/** How each new connection is set up. Whether somebody needs a new one depends on what else runs, so nobody counts it. */
const SET_UP = /^select set_config\('statement_timeout'/;

const { query } = pg.Client.prototype as unknown as { query: Query };
const { connect } = pg.Pool.prototype as unknown as { connect: Connect };
const { wake } = Loop.prototype as { wake: Wake };

// Every statement of ours goes through here, whoever sends it: the named ones, Kysely's and MikroORM's.
pg.Client.prototype.query = function count(this: unknown, ...args: unknown[]) {
  const [first] = args;
  const { text, values = [] } = typeof first === 'string' ? { text: first } : (first as Sent);
  const seen = SET_UP.test(text) ? undefined : counted.getStore();
  if (seen?.length && isSentAlong(this as Connection)) seen.at(-1)!.push({ text, values });
  else seen?.push([{ text, values }]);
  if (seen) void holdAnswer(this as Connection);
  return query.apply(this, args);
} as never;

// Who waits for a connection is called by whoever gives one back, and is still itself.
pg.Pool.prototype.connect = function keep(this: unknown, callback?: () => void) {
  return connect.call(this, callback && AsyncLocalStorage.bind(callback));
} as never;

// A worker that a request wakes does work of its own.
Loop.prototype.wake = function leave(this: Loop) {
  counted.exit(() => wake.call(this));
};

/**
 * Reads no answer for some turns of the event loop. A busy process could otherwise have it before a statement that is sent
 * without waiting for it, and would count one round trip more.
 */
async function holdAnswer({ connection: { stream } }: Connection): Promise<void> {
  const last = {};
  lastOf.set(stream, last);
  stream.pause();
  for (let turns = 5; turns > 0; turns -= 1) await nextTurn();
  if (lastOf.get(stream) === last) stream.resume();
}
/** What stands for the last statement that was sent. */
const lastOf = new WeakMap<Socket, object>();

/** Whether the connection sends a statement while it waits for the answer to another. */
const isSentAlong = ({ pipeline, _activeQuery }: Connection): boolean => pipeline && Boolean(_activeQuery);

/** The same as round trips: the texts of each were sent together. */
export const roundTripsOf = async (work: () => Promise<unknown>): Promise<string[][]> =>
  (await sentBy(work)).map((together) => together.map(({ text }) => text));

async function sentBy(work: () => Promise<unknown>): Promise<Sent[][]> {
  const seen: Sent[][] = [];
  const arrived = (): void => counted.enterWith(seen);
  subscribe('http.server.request.start', arrived);
  try {
    await counted.run(seen, work);
    return seen;
  } finally {
    unsubscribe('http.server.request.start', arrived);
  }
}

/**
 * The statements sent to PostgreSQL for `work` and for the requests that arrive meanwhile. What workers
 * do in the background is none of them, nor are those of requests that arrived before.
 */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Sent[]> => (await sentBy(work)).flat();

/** Their texts. */
export const queriesOf = async (work: () => Promise<unknown>): Promise<string[]> => (await roundTripsOf(work)).flat();

/** Whether a statement reads a brand. It is remembered for ten seconds only, so a busy machine may read it in between. */
export const readsBrand = (text: string): boolean => text.includes(' from "brandings" ');
