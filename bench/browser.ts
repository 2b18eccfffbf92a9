/** A browser just good enough to sign a user in: it keeps cookies, follows redirects, and fills in the login form. */
import { request as send, type IncomingMessage } from 'node:http';

/** Who signs in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface Page {
  readonly path: string;
  readonly html: string;
}

export class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly port: number,
    private readonly issuer: string,
  ) {}

  /** The cookies as a header. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  /** Signs in on the way to an address of another site, where the walk ends. */
  async signIn(path: string, { email, password }: Credentials): Promise<void> {
    const page = await this.open(path);
    if (page) await this.open(page.path.split('?')[0]!, new URLSearchParams({ ...hiddenOf(page), email, password }));
  }

  /** The page at the end of all redirects; null where they lead away. */
  async open(path: string, form?: URLSearchParams): Promise<Page | null> {
    const { headers, text } = await this.ask(path, form);
    for (const cookie of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.cookies.set(name!, value!);
    }
    const { location } = headers;
    if (location === undefined) return { path, html: text };
    const target = new URL(location, this.issuer);
    const isOurs = ['localhost', new URL(this.issuer).hostname].includes(target.hostname);
    return isOurs ? this.open(target.pathname + target.search) : null;
  }

  private async ask(
    path: string,
    form?: URLSearchParams,
  ): Promise<{ headers: IncomingMessage['headers']; text: string }> {
    const headers = {
      host: 'localhost',
      // As the proxy in front of an https issuer says.
      'x-forwarded-proto': 'https',
      cookie: this.cookie,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const sent = send({ port: this.port, host: '127.0.0.1', path, method: form ? 'POST' : 'GET', headers });
    sent.end(form?.toString());
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    return { headers: response.headers, text };
  }
}

/** The hidden fields of a page's form. */
export function hiddenOf({ html }: Page): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, value!]));
}
