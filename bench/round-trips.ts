/**
 * How often an operation asks the database, counted on the wire: a server talks to PostgreSQL through a relay that reads
 * the frontend's messages. Every Sync and every simple Query counts. A transaction sends some of them without waiting for
 * the answers before, so it takes fewer round trips than are counted here.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { startGuildhall } from './contestants/index.ts';
import { drive } from './load.ts';
import { operations } from './operations.ts';
import { median } from './statistics.ts';
import type { World } from './world.ts';

export interface RoundTrips {
  readonly operation: string;
  readonly title: string;
  readonly roundTrips: number;
  readonly limit?: number;
}

const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const REPETITIONS = 15;

class Relay {
  count = 0;
  private server!: Server;

  /** Listens, and gives the database's URL through it. */
  async listen(databaseUrl: string): Promise<string> {
    const [, user, folder, port, database] = /^postgresql:\/\/(\w+)@([^:/]+):(\d+)\/(\w+)$/.exec(databaseUrl)!;
    const path = `${decodeURIComponent(folder!)}/.s.PGSQL.${port}`;
    this.server = createServer((client) => {
      const backend = connect({ path });
      const counting = this.counter();
      client.on('data', (chunk) => (counting(chunk), backend.write(chunk)));
      backend.pipe(client);
      client.on('close', () => backend.destroy()).on('error', () => backend.destroy());
      backend.on('close', () => client.destroy()).on('error', () => client.destroy());
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `postgresql://${user}@127.0.0.1:${(this.server.address() as AddressInfo).port}/${database}`;
  }

  close(): void {
    this.server.close();
  }

  /** Reads one connection's messages: a start-up message without a type, then a type and a length each. */
  private counter(): (chunk: Buffer) => void {
    let rest = Buffer.alloc(0);
    let started = false;
    return (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const typed = started ? 1 : 0;
        if (rest.length < typed + 4) return;
        const length = typed + rest.readUInt32BE(typed);
        if (rest.length < length) return;
        if (started && (rest[0] === SYNC || rest[0] === QUERY)) this.count += 1;
        started = true;
        rest = rest.subarray(length);
      }
    };
  }
}

export async function countRoundTrips(world: World): Promise<RoundTrips[]> {
  const relay = new Relay();
  const server = await startGuildhall(world, await relay.listen(world.databaseUrl));
  const counts = new Map<string, number[]>(operations.map(({ name }) => [name, []]));
  try {
    for (const { prepare } of operations) await prepare?.(server);
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
      for (const { name, scripts, status, heard } of operations) {
        const [script] = scripts(world);
        const request = script!();
        const before = relay.count;
        const requests = [request];
        await drive(server.port, [() => requests.pop()], status, 10, heard && ((answer) => heard(world, answer)));
        counts.get(name)!.push(relay.count - before);
      }
  } finally {
    await server.stop();
    relay.close();
  }
  // Workers of the server ask the database too, now and then; the median knows nothing of them.
  return operations.map(({ name, title, roundTrips: limit }) => ({
    operation: name,
    title,
    roundTrips: median(counts.get(name)!),
    ...(limit !== undefined && { limit }),
  }));
}
