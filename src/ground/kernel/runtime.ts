import type { AuthorizationDetailsType } from './authorization-details.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { inTime } from './deadline.ts';
import { OverloadGuard } from './event-loop/overload-guard.ts';
import type { Log } from './log.ts';
import type { Vault } from './secret.ts';

/** Where the value of a configuration variable comes from. `unset`: it has no value, and no default. */
export const SETTING_ORIGINS = ['environment', 'file', 'default', 'generated', 'unset'] as const;
export type SettingOrigin = (typeof SETTING_ORIGINS)[number];

/** What a login can be proved by, as levels name it. */
export const LEVEL_METHODS = ['password', 'email', 'otp', 'passkey'] as const;
export type LevelMethod = (typeof LEVEL_METHODS)[number];

/** A level of authentication: its `acr` value, and the ways that reach it. A way lists all that it takes. */
export interface AuthenticationLevel {
  readonly value: string;
  readonly ways: readonly (readonly LevelMethod[])[];
}

/** The part of the configuration that features depend on; the configuration itself has this shape. */
export interface Settings {
  readonly env: 'development' | 'production' | 'test';
  /**
   * `baseUrl`: absolute, without a trailing slash; it is the issuer, and every link is built from it. `requestSeconds`: how
   * long a request may take, or each page of a streamed list. `readySeconds`: how long `/readyz` may take. `overloadLagMs`:
   * how long the event loop may lag until requests are refused; 0 for any time. `workers`: how many processes like this one
   * there are on this machine.
   */
  readonly server: {
    readonly baseUrl: string;
    readonly requestSeconds: number;
    readonly readySeconds: number;
    readonly overloadLagMs: number;
    readonly workers: number;
  };
  /** `customer`: the name of the customer that users sign up to. By default the oldest one. */
  readonly signup: {
    readonly enabled: boolean;
    readonly customer: string | undefined;
    /** Undefined: in production alone. */
    readonly requireVerifiedEmail: boolean | undefined;
  };
  /** `tls`: whether an smtp:// server must offer STARTTLS; undefined if it is not configured. */
  readonly mail: {
    readonly smtpUrl: string | undefined;
    readonly tls: 'required' | 'optional' | undefined;
    readonly from: string | undefined;
  };
  readonly groups: { readonly managedBy: 'members' | 'admins' };
  /**
   * `ofMembers`: whether users may have clients of their own. `registration`: whether clients may register themselves.
   * `metadataHosts`: where clients may describe themselves; undefined for nowhere. `metadataCustomer`: whose clients these
   * are; by default the oldest customer's. `metadataResources`: what they may request access tokens for.
   * `resourceMetadata`: whether the APIs tell clients where their tokens come from.
   */
  readonly clients: {
    readonly ofMembers: 'on' | 'off';
    readonly registration: 'on' | 'off';
    readonly metadataHosts: readonly string[] | undefined;
    readonly metadataCustomer: string | undefined;
    readonly metadataResources: readonly string[] | undefined;
    readonly resourceMetadata: 'on' | 'off';
  };
  /**
   * How the certificates of clients reach the server: in this header of a trusted proxy, in lower case; undefined if not at
   * all. `authorities`: the file of those that certify clients by name. `baseUrl`: where clients are asked for certificates,
   * if not at the base URL.
   */
  readonly mutualTls: {
    readonly header: string | undefined;
    readonly format: 'rfc9440' | 'nginx' | 'apache' | 'haproxy' | 'envoy';
    readonly authorities: string | undefined;
    readonly baseUrl: string | undefined;
  };
  /** From the lowest to the highest. Any login reaches the first, and each needs all that the one before it needs. */
  readonly authentication: { readonly levels: readonly AuthenticationLevel[] };
  /** What clients may ask for in detail, by type. Empty if the server knows no such requests. */
  readonly authorizationDetails: { readonly types: ReadonlyMap<string, AuthorizationDetailsType> };
  readonly sessions: {
    readonly idleSeconds: number;
    readonly absoluteSeconds: number;
    readonly geoipDatabase: string | undefined;
  };
  readonly tokens: {
    readonly accessSeconds: number;
    readonly refreshSeconds: number;
    /** Which proofs of possession need a nonce: none, those for tokens, or those at the use of tokens too. */
    readonly dpopNonces: 'off' | 'tokens' | 'everywhere';
    /** 0: keys are rotated by command only. */
    readonly keyRotationSeconds: number;
  };
  /** 0: events are kept forever. */
  readonly audit: { readonly retentionSeconds: number };
  /** `minScore`: the least estimate of zxcvbn, 0 to 4. `breachRangeUrl`: where breached passwords are looked up. */
  readonly passwords: {
    readonly minLength: number;
    readonly minScore: number;
    readonly breachRangeUrl: string | undefined;
  };
  /** `documents`: whether any document is run, or only those of the manifests. */
  readonly graphql: { readonly documents: 'any' | 'trusted'; readonly manifests: readonly string[] | undefined };
  /**
   * `costPerSecond`: how much one caller may use in a second. Reading a field costs 1. `memberChangesPerHour` and
   * `memberGroups`: how much a user may change in an hour, and how many groups there may be of a user, unless they administer.
   */
  readonly limits: {
    readonly costPerSecond: number;
    readonly memberChangesPerHour: number;
    readonly memberGroups: number;
  };
  /** `privateNetworks`: what outgoing requests may reach besides the public internet; undefined if it is not configured. */
  readonly outgoing: { readonly privateNetworks: readonly string[] | undefined };
  /** Where each value comes from, by the names of the variables. */
  readonly origins: Readonly<Record<string, SettingOrigin>>;
}

/** What lives as long as the process. The composition root creates it once, and every request gets it. */
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

  /** Begins a request's work, unless the server has too much of it. Gives its result, or `Overdue` if it takes too long. */
  async begin<T>(work: () => Promise<T>): Promise<T> {
    this.get(OverloadGuard).begin();
    return this.inTime(work());
  }

  /** The result of a part of a request's work, or `Overdue` if it takes longer than a request may. */
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
