import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from '../kernel/runtime.ts';

/** One cookie of ours: HttpOnly, SameSite=Lax, for this server alone, gone with the browser unless it has an age. */
export interface Cookie {
  /** The value the browser sent, if it did. */
  read(request: IncomingMessage): string | undefined;
  set(response: ServerResponse, value: string): void;
  clear(response: ServerResponse): void;
}

/**
 * Cookies of one kind, each under a name of its own: of answers that are under way at the same moment, none overwrites
 * what another one sets.
 */
export interface Cookies {
  /** The values the browser sent. */
  readAll(request: IncomingMessage): string[];
  /** `value` is a secret; its beginning becomes part of the name. */
  add(response: ServerResponse, value: string): void;
}

const NAMED_BY = 8;

/** Where the server stands on the web, taken from its base URL: what links, form actions and cookies are made of. */
export class Site {
  /** The base URL itself: absolute, without a trailing slash. */
  readonly issuer: string;
  /** Scheme, host and port, as browsers write them into `Origin`. */
  readonly origin: string;
  /** The path in front of everything of ours; empty, or begins with a slash and ends without. */
  readonly prefix: string;
  /** Whether browsers reach it by https. */
  readonly isHttps: boolean;

  constructor({ settings }: Runtime) {
    const url = new URL(settings.server.baseUrl);
    this.issuer = settings.server.baseUrl;
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, '');
    this.isHttps = url.protocol === 'https:';
  }

  /** A path of ours as browsers see it. `query` is left out when empty. */
  path(path: string, query: Readonly<Record<string, string>> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.prefix}${path}${search && `?${search}`}`;
  }

  /** The cookie of this name. With https its name carries `__Host-`, so that no neighbouring host can plant one. */
  cookie(name: string, { maxAgeSeconds }: { readonly maxAgeSeconds?: number } = {}): Cookie {
    const full = this.cookieName(name);
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    return {
      read: (request) => readCookies(request).find((cookie) => cookie.name === full)?.value,
      set: (response, value) => this.write(response, full, value + age),
      clear: (response) => this.write(response, full, '; Max-Age=0'),
    };
  }

  /** The cookies whose names begin with this one. */
  cookies(name: string): Cookies {
    const prefix = `${this.cookieName(name)}_`;
    return {
      readAll: (request) =>
        readCookies(request).flatMap(({ name: full, value }) => (full.startsWith(prefix) ? value : [])),
      add: (response, value) => this.write(response, prefix + value.slice(0, NAMED_BY), value),
    };
  }

  private cookieName(name: string): string {
    return this.isHttps ? `__Host-guildhall_${name}` : `guildhall_${name}`;
  }

  private write(response: ServerResponse, name: string, valueAndAge: string): void {
    const scope = this.isHttps ? 'Path=/; Secure' : `Path=${this.prefix || '/'}`;
    response.appendHeader('set-cookie', `${name}=${valueAndAge}; ${scope}; HttpOnly; SameSite=Lax`);
  }
}

interface SentCookie {
  readonly name: string;
  readonly value: string;
}

/** The cookies that came with a request; those without a value count as not there. */
function readCookies({ headers }: IncomingMessage): SentCookie[] {
  const cookies: SentCookie[] = [];
  for (const pair of headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    const value = pair.slice(equals + 1).trim();
    if (equals > 0 && value !== '') cookies.push({ name: pair.slice(0, equals).trim(), value });
  }
  return cookies;
}
