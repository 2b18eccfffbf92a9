import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime } from './runtime.ts';

/** One cookie of ours: HttpOnly, SameSite=Lax, for this server alone, gone with the browser unless it has an age. */
export interface Cookie {
  /** The value the browser sent, if it did. */
  read(request: IncomingMessage): string | undefined;
  set(response: ServerResponse, value: string): void;
  clear(response: ServerResponse): void;
}

/** Where the server stands on the web, taken from its base URL: what links, form actions and cookies are made of. */
export class Site {
  /** The base URL itself: absolute, without a trailing slash. */
  readonly issuer: string;
  /** Scheme, host and port, as browsers write them into `Origin`. */
  readonly origin: string;
  /** The path in front of everything of ours; empty, or begins with a slash and ends without. */
  readonly prefix: string;
  private readonly secure: boolean;

  constructor({ settings }: Runtime) {
    const url = new URL(settings.server.baseUrl);
    this.issuer = settings.server.baseUrl;
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, '');
    this.secure = url.protocol === 'https:';
  }

  /** A path of ours as browsers see it. `query` is left out when empty. */
  path(path: string, query: Readonly<Record<string, string>> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.prefix}${path}${search && `?${search}`}`;
  }

  /** The cookie of this name. With https its name carries `__Host-`, so that no neighbouring host can plant one. */
  cookie(name: string, { maxAgeSeconds }: { readonly maxAgeSeconds?: number } = {}): Cookie {
    const full = this.secure ? `__Host-guildhall_${name}` : `guildhall_${name}`;
    const scope = this.secure ? 'Path=/; Secure' : `Path=${this.prefix || '/'}`;
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    const write = (response: ServerResponse, value: string) =>
      response.appendHeader('set-cookie', `${full}=${value}; ${scope}; HttpOnly; SameSite=Lax`);
    return {
      read: (request) => readCookie(request.headers.cookie, full),
      set: (response, value) => void write(response, value + age),
      clear: (response) => void write(response, '; Max-Age=0'),
    };
  }
}

function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}
