/** Two PostgreSQL servers under Debian's Patroni, with etcd, which decides which of them is the primary. */
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../support/ports.ts';
import { BIN, type Store } from './postgres.ts';
import { answers, signal, signalOne, until, type Workplace } from './programs.ts';

export const PATRONI = '/usr/bin/patroni';
export const ETCD = '/usr/bin/etcd';

/** How long a primary may be silent before the other server takes its place, in seconds. */
export const TTL = 10;

interface Member {
  readonly name: string;
  readonly data: string;
  readonly file: string;
  readonly port: number;
  /** The address of Patroni's own interface. */
  readonly api: string;
  child?: ChildProcess;
}

/** The cluster. No write is acknowledged before both servers have it. */
export class Cluster implements Store {
  url = '';
  private members: readonly Member[] = [];

  constructor(private readonly place: Workplace) {}

  async create(): Promise<void> {
    const [etcd, peers, ...ports] = (await freePorts(6)) as [number, number, ...number[]];
    this.startEtcd(`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`);
    await until('etcd', () => answers(`http://127.0.0.1:${etcd}/health`));
    this.members = [0, 1].map((index) => this.member(index, etcd, ports[index * 2]!, ports[index * 2 + 1]!));
    for (const member of this.members) {
      this.start(member);
      await until(`${member.name} is there`, () => answers(`${member.api}/health`));
    }
    await this.inSync();
    this.url = urlOf(this.members);
  }

  async primary(): Promise<string> {
    const [leader] = await this.roles();
    return urlOf([leader]);
  }

  /** Hands over in order, as before maintenance. */
  async switchOver(): Promise<void> {
    const [leader, other] = await this.roles();
    const answer = await fetch(`${leader.api}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: other.name }),
    });
    if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
    await until(`${other.name} is the primary`, () => answers(`${other.api}/primary`));
    await this.inSync([leader]);
  }

  /** Kills the primary with its Patroni, and brings it back when the other one has taken over. */
  async killLeader(): Promise<void> {
    const [leader, other] = await this.roles();
    await kill(leader);
    await this.takenOver(leader, other);
  }

  /**
   * Stops the primary and its Patroni as they are, as a machine that hangs. When the other one has taken over, kills them, as
   * Patroni's watchdog does.
   */
  async freezeLeader(): Promise<void> {
    const [leader, other] = await this.roles();
    for (const pid of processesOf(leader)) signalOne(pid, 'SIGSTOP');
    signal(leader.child!, 'SIGSTOP');
    await until(`${other.name} is the primary`, () => answers(`${other.api}/primary`));
    await kill(leader);
    await this.takenOver(leader, other);
  }

  /** The servers are in sessions of their own, so they outlive Patroni. */
  async stop(): Promise<void> {
    for (const member of this.members) {
      if (member.child?.exitCode === null) signal(member.child, 'SIGKILL');
      if (!existsSync(pidFileOf(member))) continue;
      const pid = postmasterOf(member);
      const isRunning = (): boolean => existsSync(`/proc/${pid}`);
      if (isRunning()) signalOne(pid, 'SIGQUIT');
      await until(`${member.name} has ended`, () => !isRunning());
    }
  }

  private startEtcd(address: string, peer: string): void {
    const options = {
      name: 'rig',
      'data-dir': this.place.sub('etcd'),
      'listen-client-urls': address,
      'advertise-client-urls': address,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `rig=${peer}`,
    };
    this.place.spawn('etcd', [ETCD, ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)]);
  }

  private member(index: number, etcd: number, port: number, api: number): Member {
    const name = `postgres-${index + 1}`;
    const folder = this.place.sub(name);
    const data = join(folder, 'data');
    const file = join(folder, 'patroni.yml');
    // JSON is YAML.
    const settings = {
      scope: 'rig',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd3: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ttl: TTL,
          loop_wait: 2,
          retry_timeout: 4,
          synchronous_mode: true,
          // A primary that was killed comes back as a standby, whatever it had written last.
          postgresql: { use_pg_rewind: true, parameters: { shared_buffers: '16MB', max_connections: 60 } },
        },
        initdb: [{ encoding: 'UTF8' }, 'no-sync', 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: BIN,
        pgpass: join(folder, 'pgpass'),
        parameters: { unix_socket_directories: folder },
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      },
    };
    writeFileSync(file, JSON.stringify(settings), { mode: 0o644 });
    return { name, data, file, port, api: `http://127.0.0.1:${api}` };
  }

  private start(member: Member): void {
    member.child = this.place.spawn(member.name, [PATRONI, member.file]);
  }

  private async takenOver(leader: Member, other: Member): Promise<void> {
    await until(`${other.name} is the primary`, () => answers(`${other.api}/primary`));
    this.start(leader);
    await this.inSync([leader]);
  }

  /** Waits until one of these is a standby that has every write, and can take over. */
  private inSync(members = this.members): Promise<void> {
    return until('a standby has every write', async () => {
      const states = await Promise.all(members.map(({ api }) => answers(`${api}/synchronous`)));
      return states.includes(true);
    });
  }

  private async roles(): Promise<[leader: Member, other: Member]> {
    const [one, two] = this.members as [Member, Member];
    return (await answers(`${one.api}/primary`)) ? [one, two] : [two, one];
  }
}

const urlOf = (members: readonly Member[]): string =>
  `postgres://postgres@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

const pidFileOf = ({ data }: Member): string => join(data, 'postmaster.pid');

const postmasterOf = (member: Member): number => Number.parseInt(readFileSync(pidFileOf(member), 'utf8'), 10);

/** The processes of a member's PostgreSQL, the postmaster first. */
function processesOf(member: Member): number[] {
  const postmaster = postmasterOf(member);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

async function kill(member: Member): Promise<void> {
  const gone = once(member.child!, 'exit');
  for (const pid of processesOf(member)) signalOne(pid, 'SIGKILL');
  signal(member.child!, 'SIGKILL');
  await gone;
}
