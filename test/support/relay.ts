import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A relay in front of PostgreSQL that fails as a network does. Cut, its connections break, and no new ones are made.
 * Frozen, it swallows what it is sent: nobody is told that nobody listens.
 */
export class Relay {
  private server: Server | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();

  /** `url`: the database's own. Gives the one through the relay. */
  async start(url: string): Promise<string> {
    const target = new URL(url);
    const path = `${decodeURIComponent(target.hostname)}/.s.PGSQL.${target.port || '5432'}`;
    this.answer = (client) => this.join(client, connect({ path }));
    await this.mend();
    return `postgresql://${target.username}@127.0.0.1:${this.port}${target.pathname}`;
  }

  /** Takes connections again, at the same port; those that were frozen stay so. */
  async mend(): Promise<void> {
    this.frozen = false;
    if (this.server?.listening) return;
    this.server = createServer(this.answer).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Breaks every connection, and refuses the next ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Forwards nothing any more, of old connections and new ones. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  private frozen = false;
  private answer: (client: Socket) => void = () => {};

  private join(client: Socket, backend: Socket): void {
    for (const [socket, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (!this.frozen) socket.pipe(other);
    }
  }
}
