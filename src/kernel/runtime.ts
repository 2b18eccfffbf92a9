import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { inTime } from './deadline.ts';
import type { Log } from './log.ts';
import type { Vault } from './secret.ts';

/** The part of the configuration that features depend on; the configuration itself has this shape. */
export interface Settings {
  readonly env: 'development' | 'production' | 'test';
  /**
   * `baseUrl`: absolute, without a trailing slash; it is the issuer, and every link is built from it. `requestSeconds`: how
   * long a request may take, each page of a streamed list by itself. `readySeconds`: how long `/readyz` may.
   */
  readonly server: { readonly baseUrl: string; readonly requestSeconds: number; readonly readySeconds: number };
  /** `customer`: the name of the customer that strangers sign up to; the oldest one when it is not set. */
  readonly signup: {
    readonly enabled: boolean;
    readonly customer: string | undefined;
    /** Undefined: in production alone. */
    readonly requireVerifiedEmail: boolean | undefined;
  };
  /** `tls`: whether an smtp:// server must offer STARTTLS; undefined where nobody has said. */
  readonly mail: {
    readonly smtpUrl: string | undefined;
    readonly tls: 'required' | 'optional' | undefined;
    readonly from: string | undefined;
  };
  readonly groups: { readonly managedBy: 'members' | 'admins' };
  /** `ofMembers`: whether users may have clients of their own. */
  readonly clients: { readonly ofMembers: 'on' | 'off' };
  readonly sessions: {
    readonly idleSeconds: number;
    readonly absoluteSeconds: number;
    readonly geoipDatabase: string | undefined;
  };
  readonly tokens: {
    readonly accessSeconds: number;
    readonly refreshSeconds: number;
    /** 0: keys are rotated by command only. */
    readonly keyRotationSeconds: number;
  };
  /** `minScore`: the least estimate of zxcvbn, 0 to 4. `breachRangeUrl`: where breached passwords are looked up. */
  readonly passwords: {
    readonly minLength: number;
    readonly minScore: number;
    readonly breachRangeUrl: string | undefined;
  };
  /** `costPerSecond`: what one caller may have done for them, where reading a field costs 1. */
  readonly limits: { readonly costPerSecond: number };
  /** `privateNetworks`: what requests of ours may reach besides the public internet; undefined where nobody has said. */
  readonly outgoing: { readonly privateNetworks: readonly string[] | undefined };
}

/** What lives as long as the process: handed to every request, made once by the composition root. */
export class Runtime {
  private readonly singles = new Map<unknown, unknown>();

  constructor(
    readonly db: Database,
    /** A fresh unit of work. */
    readonly fork: () => EntityManager,
    readonly clock: Clock,
    readonly log: Log,
    readonly vault: Vault,
    readonly settings: Settings,
  ) {}

  /** What a request's work comes to, or `Overdue` when it takes longer than a request may. */
  inTime<T>(work: Promise<T>): Promise<T> {
    return inTime(work, this.settings.server.requestSeconds);
  }

  /** The one instance of a class that lives as long as the process (key ring, hashing pool). */
  get<T>(Single: new (runtime: Runtime) => T): T {
    let single = this.singles.get(Single) as T | undefined;
    if (!single) this.singles.set(Single, (single = new Single(this)));
    return single;
  }
}
