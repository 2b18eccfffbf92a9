import type { Client } from 'pg';
import type { Log } from '../kernel/log.ts';
import { followsOneSession } from './connection.ts';
import { Hosts } from './hosts.ts';

/** After how long a broken connection is opened again, at first and at most. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 30_000;

const KEEPALIVE_MS = 10_000;

interface Options {
  readonly url: string;
  readonly connectSeconds: number;
  readonly log: Log;
  /** What to do for the notifications of each channel. Also called when some may have been missed. */
  readonly heard: Readonly<Record<string, () => void>>;
}

/**
 * The one connection of a process that hears notifications of PostgreSQL. Opens it again whenever it breaks. Behind a pooler
 * nothing is heard, because the next transaction may get another connection.
 */
export class Listener {
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  private readonly hosts: Hosts;

  constructor(private readonly options: Options) {
    this.hosts = new Hosts(options.url);
  }

  /** Begins to listen. If that fails, tries again later. */
  async open(): Promise<void> {
    const client = this.hosts.connection({
      application_name: 'guildhall',
      connectionTimeoutMillis: this.options.connectSeconds * 1000,
      query_timeout: this.options.connectSeconds * 1000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
    });
    this.client = client;
    client.on('notification', ({ channel }) => this.options.heard[channel]?.());
    // A broken connection reports an error, then its end.
    client.on('error', () => {});
    client.on('end', () => this.ended(client));
    try {
      await client.connect();
      if (!(await followsOneSession(client))) return await this.giveUp(client);
      for (const channel of Object.keys(this.options.heard)) await client.query(`listen ${channel}`);
      if (this.failures > 0) this.again();
    } catch {
      this.ended(client);
      void client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  /** What was said meanwhile was missed. */
  private again(): void {
    this.failures = 0;
    for (const heard of Object.values(this.options.heard)) heard();
  }

  private async giveUp(client: Client): Promise<void> {
    this.client = undefined;
    await client.end();
    this.options.log.info('The database is behind a pooler: changes of signing keys are read every few seconds.');
  }

  private ended(client: Client): void {
    if (this.closed || this.client !== client) return;
    this.client = undefined;
    if (this.failures === 0) this.options.log.info('The connection that hears of changes broke. It is opened again.');
    const pause = Math.min(RETRY_MS * 2 ** this.failures, RETRY_MAX_MS);
    this.failures += 1;
    this.timer = setTimeout(() => void this.open(), pause).unref();
  }
}
