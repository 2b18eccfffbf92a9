import { noteRequest } from './reached.ts';

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

interface Form {
  readonly action: string;
  /** The values a browser would send for fields nobody touched. */
  readonly values: URLSearchParams;
}

/**
 * A browser without scripts: it keeps cookies, follows redirects and posts forms as they stand in the page. Redirects
 * that leave the site end the walk: the page then is the redirect's, with its target as `url`.
 */
export class BrowserLite {
  readonly cookies = new Map<string, string>();
  page: Page = { url: '', status: 0, headers: new Headers(), html: '' };
  /** Every address asked for since the browser was opened. */
  readonly visited: string[] = [];

  constructor(private readonly site: string) {}

  /** Goes to an address, below the site when it begins with a slash. */
  open(url: string): Promise<Page> {
    return this.load(url.startsWith('/') ? this.site + url : url);
  }

  /** Fills the page's form in and posts it. */
  submit(fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Page> {
    const { action, values } = this.form();
    for (const [name, value] of Object.entries(fields)) values.set(name, value);
    return this.load(new URL(action, this.page.url).href, values, { 'sec-fetch-site': 'same-origin', ...headers });
  }

  /** Signs in on the login page it is on. */
  logIn({ email, password }: { email: string; password: string }): Promise<Page> {
    return this.submit({ email, password });
  }

  form(): Form {
    const [, attributes = '', content = ''] = /<form([^>]*)>(.*?)<\/form>/s.exec(this.page.html) ?? [];
    const values = new URLSearchParams();
    for (const [, input = ''] of content.matchAll(/<input((?:[^>"]|"[^"]*")*)>/g)) {
      // A box that nobody has checked is not sent.
      if (attribute(input, 'type') === 'checkbox' && !/\bchecked\b/.test(input)) continue;
      const name = attribute(input, 'name');
      if (name !== null) values.append(name, attribute(input, 'value') ?? '');
    }
    return { action: attribute(attributes, 'action') ?? '', values };
  }

  private async load(url: string, body?: URLSearchParams, headers: Record<string, string> = {}): Promise<Page> {
    this.visited.push(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    if (url.startsWith(this.site)) noteRequest(body ? 'POST' : 'GET', url.slice(this.site.length), response.status);
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    const html = await response.text();
    const location = response.headers.get('location');
    if (location === null) return (this.page = { url, status: response.status, headers: response.headers, html });
    const target = new URL(location, url).href;
    if (target.startsWith(`${this.site}/`)) return this.load(target);
    return (this.page = { url: location, status: response.status, headers: response.headers, html });
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/;\s*max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function attribute(tag: string, name: string): string | null {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return (
    value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') ?? null
  );
}
