import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { hostsOf, targetOf, type SessionTarget } from '../kernel/postgres-url.ts';

/** The server answers, but not as the one that is wanted: a standby in place of the primary. */
class WrongSession extends Error {
  /** PostgreSQL's own code of a write on a standby. */
  readonly code = '25006';
}

interface Session {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

const SUITS: Readonly<Record<SessionTarget, (session: Session) => boolean>> = {
  any: () => true,
  primary: ({ isStandby }) => !isStandby,
  'read-write': ({ isReadOnly }) => !isReadOnly,
};

// A role or a database that one server refuses, the others would refuse too. 53300: it has no connection to spare.
const SAME_EVERYWHERE = /^(?:28...|3D000|53300)$/;

/** The servers of a `postgres://` URL. New connections lead to the one that was right last. */
export class Hosts {
  private readonly urls: readonly string[];
  private readonly target: SessionTarget;
  private current = 0;
  private readonly faults = new WeakSet<Error>();

  /** `ofSeveral`: which server is wanted if there are several, and the URL does not say. */
  constructor(url: string, ofSeveral?: SessionTarget) {
    this.urls = hostsOf(url);
    this.target = targetOf(url, ofSeveral);
  }

  get count(): number {
    return this.urls.length;
  }

  /** The URL of one server. */
  get url(): string {
    return this.urls[this.current]!;
  }

  /** Whether a connection failed in a way that another server may mend. */
  mayMend(error: Error): boolean {
    return this.count > 1 && this.faults.has(error);
  }

  /** Makes a connection, not yet open, to the server that was right last. */
  connection(config: ClientConfig): Client {
    const { connectionTimeoutMillis = 0 } = config;
    return new HostClient(this, { ...config, connectionTimeoutMillis: connectionTimeoutMillis / this.count });
  }

  /** Refuses a session that is not the wanted one. */
  async check(client: Client): Promise<void> {
    if (this.target === 'any') return;
    const { rows } = await client.query<Session>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly"`,
    );
    if (!SUITS[this.target](rows[0]!)) throw new WrongSession('The server is a standby, or read-only');
  }

  /** Moves on from a server, unless somebody has done so already. */
  leave(url: string, error: Error): void {
    if (SAME_EVERYWHERE.test((error as { code?: string }).code ?? '')) return;
    this.faults.add(error);
    if (this.url === url) this.current = (this.current + 1) % this.count;
  }
}

type Opened = (error: Error | null, client?: Client) => void;

/** A connection that is open when the server is the wanted one. */
class HostClient extends Client {
  private readonly url: string;

  constructor(
    private readonly hosts: Hosts,
    config: ClientConfig,
  ) {
    super({ ...config, connectionString: hosts.url });
    this.url = hosts.url;
  }

  override connect(): Promise<Client>;
  override connect(callback: Opened): void;
  override connect(callback?: Opened): Promise<Client> | void {
    if (!callback) return this.open();
    callbackify(() => this.open())(callback);
  }

  private async open(): Promise<Client> {
    const silent = (): void => {};
    // Until it is open, nobody else hears of its errors.
    this.on('error', silent);
    try {
      await super.connect();
      await this.hosts.check(this);
    } catch (error) {
      this.hosts.leave(this.url, error as Error);
      if (error instanceof WrongSession) await this.end();
      throw error;
    }
    this.off('error', silent);
    return this;
  }
}
