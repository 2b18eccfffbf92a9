import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from '../kernel/runtime.ts';

/** A cookie: HttpOnly, SameSite=Lax, for this server alone. Without an age, it ends with the browser. */
export interface Cookie {
  /** The value the browser sent, if it did. */
  read(request: IncomingMessage): string | undefined;
  /** Sets it for its own age, or for another one in seconds. */
  set(response: ServerResponse, value: string, maxAgeSeconds?: number): void;
  clear(response: ServerResponse): void;
}

/**
 * Cookies of one kind, each with its own name. So simultaneous answers do not overwrite each other's cookies.
 */
export interface Cookies {
  /** The values the browser sent. */
  readAll(request: IncomingMessage): string[];
  /** The beginning of `value`, which is a secret, becomes a part of the name. */
  add(response: ServerResponse, value: string): void;
}

const NAMED_BY = 8;

/** The server’s place on the web, from its base URL. Links, form actions and cookies are made of it. */
export class Site {
  /** The base URL itself: absolute, without a trailing slash. */
  readonly issuer: string;
  /** Scheme, host and port, as browsers write them into `Origin`. */
  readonly origin: string;
  /** The prefix of every path; empty, or begins with a slash and ends without one. */
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

  /** A path of this server as browsers see it. An empty `query` is left out. */
  path(path: string, query: Readonly<Record<string, string>> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.prefix}${path}${search && `?${search}`}`;
  }

  /** The cookie of this name. With https, its name begins with `__Host-`, so other hosts of the domain cannot set it. */
  cookie(name: string, { maxAgeSeconds }: { readonly maxAgeSeconds?: number } = {}): Cookie {
    const full = this.cookieName(name);
    return {
      read: (request) => readCookies(request).find((cookie) => cookie.name === full)?.value,
      set: (response, value, seconds = maxAgeSeconds) => this.write(response, full, value + ageOf(seconds)),
      clear: (response) => this.write(response, full, '; Max-Age=0'),
    };
  }

  /** The cookies whose names begin with this one. Without an age, they end with the browser. */
  cookies(name: string, { maxAgeSeconds }: { readonly maxAgeSeconds?: number } = {}): Cookies {
    const prefix = `${this.cookieName(name)}_`;
    return {
      readAll: (request) =>
        readCookies(request).flatMap(({ name: full, value }) => (full.startsWith(prefix) ? value : [])),
      add: (response, value) => this.write(response, prefix + value.slice(0, NAMED_BY), value + ageOf(maxAgeSeconds)),
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

const ageOf = (seconds: number | undefined): string => (seconds === undefined ? '' : `; Max-Age=${seconds}`);

interface SentCookie {
  readonly name: string;
  readonly value: string;
}

/** The cookies of a request, without empty ones. */
function readCookies({ headers }: IncomingMessage): SentCookie[] {
  const cookies: SentCookie[] = [];
  for (const pair of headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    const value = pair.slice(equals + 1).trim();
    if (equals > 0 && value !== '') cookies.push({ name: pair.slice(0, equals).trim(), value });
  }
  return cookies;
}
