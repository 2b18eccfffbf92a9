import type { EntityManager } from '@mikro-orm/postgresql';
import type { Viewer } from './access.ts';
import type { Clock } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import type { ErrorCode } from './errors.ts';
import { Replica } from './replica.ts';
import type { Runtime, Settings } from './runtime.ts';

/** Where a request came from, for the audit trail and the log. */
export interface Origin {
  readonly requestId: string;
  /** The caller's address as the trusted proxies tell it; empty for the command line. */
  readonly ip: string;
  readonly userAgent: string;
  /** The languages that the caller's browser asks for, the preferred first. */
  readonly languages?: readonly string[];
  /** The import that the changes are a part of. */
  readonly importId?: string;
}

/** Called when a viewer is refused, with the operation's name, the error's code, and the id of a refused document. */
export type Refused = (origin: Origin, viewer: Viewer, operation: string, code: ErrorCode, documentId?: string) => void;

/** Everything one request needs: the viewer, the EntityManager, the loaders. It ends with the request. */
export class RequestContext {
  private readonly made = new Map<unknown, unknown>();
  private loaders = new Map<unknown, unknown>();
  private unitOfWork: EntityManager | undefined;
  /** Where it reads, if that is a replica. */
  private there: Database | undefined;

  constructor(
    readonly runtime: Runtime,
    readonly viewer: Viewer,
    readonly origin: Origin,
    /** The transaction that all of the request is in, if it is in one. */
    readonly tx?: Transaction,
  ) {}

  get db(): Database {
    return this.there ?? this.tx ?? this.runtime.db;
  }

  get clock(): Clock {
    return this.runtime.clock;
  }

  get settings(): Settings {
    return this.runtime.settings;
  }

  /** The request's EntityManager. It is created at the first use, because hot paths need none. */
  get em(): EntityManager {
    return (this.unitOfWork ??= this.tx?.em ?? this.runtime.fork());
  }

  /**
   * Reads what may be read on a replica, if there is one that has everything by now. If there is none, or it fails, reads
   * where everything is written.
   */
  async reading<Found>(read: (ctx: RequestContext) => Promise<Found>): Promise<Found> {
    const replica = this.tx ? undefined : this.runtime.get(Replica).reads;
    const there = await replica?.read((db) => {
      const ctx = new RequestContext(this.runtime, this.viewer, this.origin);
      ctx.there = db;
      return read(ctx);
    });
    return there ? there.found : read(this);
  }

  /** The request's one instance of a service. */
  get<T>(Service: new (ctx: RequestContext) => T): T {
    return once(this.made, Service, () => new Service(this));
  }

  /** The request's one instance of a loader, so that reads of one tick become one query. */
  loader<T>(make: (ctx: RequestContext) => T): T {
    return once(this.loaders, make, () => make(this));
  }

  /** Makes the loaders read again, because something has changed or is about to. */
  forgetLoaded(): void {
    this.loaders = new Map();
  }
}

function once<T>(all: Map<unknown, unknown>, key: unknown, make: () => T): T {
  let value = all.get(key) as T | undefined;
  if (!value) all.set(key, (value = make()));
  return value;
}
