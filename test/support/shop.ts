import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';

interface Visit {
  verifier?: string;
  state?: string;
  nonce?: string;
  idToken?: string | undefined;
  /** What the front page says. */
  says: string;
}

/** An application with a front page on which one signs in and out, as openid-client does it with all its checks on. */
export class Shop {
  /** What it asks for beside the usual. */
  asking: Record<string, string> = {};
  private config!: oidc.Configuration;
  private readonly visits = new Map<string, Visit>();
  private readonly server: Server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  get site(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async use(issuer: string, clientId: string, secret: string): Promise<void> {
    this.config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretBasic(secret), {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    });
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.site);
    const visit = this.visitOf(request, response);
    const go = (to: string) => void response.writeHead(303, { location: to }).end();
    if (url.pathname === '/login') return go(await this.begin(visit));
    if (url.pathname === '/callback') return go(await this.finish(visit, url, request));
    if (url.pathname === '/logout') return go(this.leave(visit, url));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><p>${visit.says}</p>` +
        '<p><a href="/login">Sign in</a> <a href="/logout">Sign out</a> <a href="/logout?bare">Leave</a></p></html>',
    );
  }

  private visitOf(request: IncomingMessage, response: ServerResponse): Visit {
    const [, given = ''] = /shop=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    const known = this.visits.get(given);
    if (known) return known;
    const id = randomUUID();
    const visit: Visit = { says: 'Nobody is signed in.' };
    this.visits.set(id, visit);
    response.setHeader('set-cookie', `shop=${id}; HttpOnly; SameSite=Lax; Path=/`);
    return visit;
  }

  private async begin(visit: Visit): Promise<string> {
    visit.verifier = oidc.randomPKCECodeVerifier();
    visit.state = oidc.randomState();
    visit.nonce = oidc.randomNonce();
    const request = {
      redirect_uri: `${this.site}/callback`,
      scope: 'openid email groups',
      code_challenge: await oidc.calculatePKCECodeChallenge(visit.verifier),
      code_challenge_method: 'S256',
      state: visit.state,
      nonce: visit.nonce,
      ...this.asking,
    };
    return oidc.buildAuthorizationUrl(this.config, request).href;
  }

  private async finish(visit: Visit, url: URL, request: IncomingMessage): Promise<string> {
    const { verifier, state, nonce } = visit;
    if (!verifier || !state || !nonce) throw new Error('Nobody has asked for this.');
    try {
      const answer = request.method === 'POST' ? await posted(url, request) : url;
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      const tokens = await oidc.authorizationCodeGrant(this.config, answer, checks);
      const { sub } = tokens.claims()!;
      const info = await oidc.fetchUserInfo(this.config, tokens.access_token, sub);
      visit.idToken = tokens.id_token;
      visit.says = `Signed in as ${info.email}, groups: ${JSON.stringify(info['groups'])}.`;
    } catch (error) {
      if (!(error instanceof oidc.AuthorizationResponseError)) throw error;
      visit.says = `Not signed in: ${error.error}.`;
    }
    return '/';
  }

  /** Leaves with the ID token, or so that the server has to ask. */
  private leave(visit: Visit, { searchParams }: URL): string {
    const hint = searchParams.has('bare') ? {} : { id_token_hint: visit.idToken ?? '' };
    visit.says = 'Signed out.';
    return oidc.buildEndSessionUrl(this.config, { ...hint, post_logout_redirect_uri: `${this.site}/` }).href;
  }
}

async function posted(url: URL, request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
}
