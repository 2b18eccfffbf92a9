/** What the console shows for those who check an API's tokens: it is run as it is, where Node.js can. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import ts from 'typescript';
import { tryToken } from '../../src/console/pages/apis/pasted-token.ts';
import { metadataAddress, resourceMetadata, type Verified } from '../../src/console/pages/apis/verified.ts';
import { verifiersOf } from '../../src/console/pages/apis/verifiers.ts';
import { buildApi, giveScopes } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser, SECRET } from '../support/builders.ts';
import { askForTokens, tokensOf } from '../support/logins.ts';

const app = useApp();
let api: Verified;
let tokens: Readonly<Record<'good' | 'less' | 'other' | 'changed' | 'id', string>>;

beforeAll(async () => {
  const { customerId } = app.customer;
  const scopes = ['orders:read', 'orders:write'];
  const built = await buildApi(app, { customerId, scopes, identifier: "https://orders.example/it's" });
  const other = await buildApi(app, { customerId, scopes: ['other:read'] });
  const client = await buildConfidential(app, { grantTypes: ['client_credentials'], redirectUris: [] });
  await giveScopes(app, client, built, ...scopes);
  await giveScopes(app, client, other, 'other:read');
  const tokenOf = async (scope: string): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: SECRET, scope };
    return (await askForTokens(app, form)).body.access_token;
  };
  const good = await tokenOf('orders:read');
  tokens = {
    good,
    less: await tokenOf('orders:write'),
    other: await tokenOf('other:read'),
    changed: good.replace(/.{8}$/, 'AAAAAAAA'),
    id: (await tokensOf(app, await buildClient(app), await buildUser(app), 'openid')).id_token,
  };
  const { issuer } = app;
  api = { issuer, identifier: built.identifier, name: 'Orders', signingAlg: 'ES256', scopes, scope: 'orders:read' };
});

describe('the program for Express', () => {
  let server: Server;
  let site: string;
  afterAll(() => void server.close());

  /** Express, but for the port. */
  const shop = (): Express => {
    const own = express();
    const listen = own.listen.bind(own);
    own.listen = () => (server = listen(0));
    return own;
  };

  beforeAll(async () => {
    const text = new Map(verifiersOf(api)).get('Express')!;
    type Program = (...given: unknown[]) => Promise<void>;
    const AsyncFunction = (async () => {}).constructor as new (...given: string[]) => Program;
    const given = { express: shop, createRemoteJWKSet, jwtVerify };
    await new AsyncFunction(...Object.keys(given), text.replaceAll(/^import .*$/gm, ''))(...Object.values(given));
    if (!server.listening) await once(server, 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  const ask = async (token?: string) => {
    const answer = await fetch(site, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    return [answer.status, answer.headers.get('www-authenticate')];
  };

  it('takes what is for the API and its scope, and nothing else', async () => {
    expect(await ask(tokens.good)).toEqual([200, null]);
    expect(await ask()).toEqual([401, 'Bearer']);
    expect(await ask(tokens.less)).toEqual([403, 'Bearer error="insufficient_scope", scope="orders:read"']);
    for (const token of [tokens.other, tokens.changed, tokens.id])
      expect(await ask(token)).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it('RFC 9728: shows what the API is', async () => {
    const { pathname } = new URL(metadataAddress(api.identifier)!);
    expect(pathname).toBe("/.well-known/oauth-protected-resource/it's");
    const answer = await fetch(site + pathname);
    expect(await answer.json()).toEqual({
      resource: api.identifier,
      resource_name: 'Orders',
      authorization_servers: [app.issuer],
      scopes_supported: ['orders:read', 'orders:write'],
      bearer_methods_supported: ['header'],
    });
  });
});

it('is JavaScript, whatever the API is called', () => {
  const names = ["urn:it's", 'https://orders.example', 'https://orders.example/a/b?c=d'];
  for (const identifier of names)
    for (const [program, text] of verifiersOf({ ...api, identifier, name: '"it\'s"' })) {
      if (!text.startsWith('import') || !text.includes("from 'jose'")) continue;
      const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
      expect([program, identifier, diagnostics]).toEqual([program, identifier, []]);
    }
});

describe('the other programs', () => {
  const textOf = (program: string, given: Partial<Verified>): string =>
    new Map(verifiersOf({ ...api, ...given })).get(program)!;

  it.each(['Spring', 'ASP.NET'])('verify no EdDSA in %s', (program) => {
    const algorithm = /SignatureAlgorithm\.|ValidAlgorithms/;
    expect(textOf(program, { signingAlg: 'ES256' })).toMatch(algorithm);
    expect(textOf(program, { signingAlg: 'EdDSA' })).not.toMatch(algorithm);
  });

  it('reads a new key before it signs, in ASP.NET', () => {
    expect(textOf('ASP.NET', {})).toContain('AutomaticRefreshInterval = TimeSpan.FromMinutes(5)');
  });

  it('asks by introspection, for the one API, in Spring', () => {
    const text = textOf('Spring', { signingAlg: 'EdDSA', issuer: 'https://login.example' });
    expect(text).toContain('withIntrospectionUri("https://login.example/oauth2/introspect")');
    expect(text).toContain(`audience.contains("${api.identifier}")`);
  });

  it('takes keys from nobody but the server, in Envoy', () => {
    const envoy = textOf('Envoy', { issuer: 'https://login.example' });
    expect(envoy).toContain('trusted_ca: { filename: /etc/ssl/certs/ca-certificates.crt }');
    expect(envoy).toContain('match_typed_subject_alt_names: [{ san_type: DNS, matcher: { exact: login.example } }]');
    expect(textOf('Envoy', { issuer: 'http://localhost:3000' })).not.toContain('transport_socket');
  });

  it('has names as they are written, in Kong', () => {
    const text = textOf('Kong', { signingAlg: 'EdDSA', issuer: 'https://login.example', scope: "orders:it's" });
    expect(text).toContain('local alg, issuer = "EdDSA", "https://login.example"');
    expect(text).toContain(`local audience, scope = "${api.identifier}", "orders:it's"`);
  });

  it('allows the modules that it needs, in Kong', () => {
    const text = textOf('Kong', {});
    const [, allowed] = /SANDBOX_REQUIRES=(\S+)/.exec(text)!;
    const needed = [...text.matchAll(/require\("(.+?)"\)/g)].map(([, name]) => name);
    expect(new Set(needed)).toEqual(new Set(allowed!.split(',')));
  });

  it('has nothing to listen to for clients of MCP, which take only 405 for that', () => {
    const text = textOf('MCP TypeScript SDK', { identifier: 'https://tools.example/mcp' });
    expect(text).toMatch(/app\.all\('\/mcp', \(request, response\) => \{\s+response\.status\(405\)/);
  });

  it('tells the API who asks, in Envoy', () => {
    expect(textOf('Envoy', {})).toContain('forward: true');
  });

  it('finds a server that listens on IPv4 alone, in Envoy', () => {
    expect(textOf('Envoy', {})).toContain('dns_lookup_family: V4_PREFERRED');
  });
});

it.each([
  ['https://orders.example/', 'https://orders.example/.well-known/oauth-protected-resource'],
  ['https://orders.example/a?b=c', 'https://orders.example/.well-known/oauth-protected-resource/a?b=c'],
  ['urn:example:orders', undefined],
])('RFC 9728 §3.1: %s shows its metadata at %s', (identifier, address) => {
  expect(metadataAddress(identifier)).toBe(address);
  expect(JSON.parse(resourceMetadata({ ...api, identifier })).resource).toBe(identifier);
});

describe('a token that is pasted', () => {
  const attempt = async (token: string, given: Partial<Verified> = {}, later = 0) => {
    const keys = await (await fetch(`${app.issuer}/oauth2/jwks`)).json();
    return tryToken(token, { ...api, ...given, keys }, app.clock.now().getTime() + later);
  };
  const wrongWith = async (...given: Parameters<typeof attempt>): Promise<string[]> =>
    Object.entries((await attempt(...given))!.checks).flatMap(([name, isRight]) => (isRight ? [] : [name]));

  it('passes all checks, and tells what it says', async () => {
    expect(await wrongWith(tokens.good)).toEqual([]);
    const { said } = (await attempt(tokens.good))!;
    expect(said).toMatchObject({ scopes: ['orders:read'], roles: [], groups: [], audience: api.identifier });
  });

  it('fails by what is wrong with it', async () => {
    expect(await wrongWith(tokens.changed)).toEqual(['signature']);
    expect(await wrongWith(tokens.good, { signingAlg: 'RS256' })).toEqual(['signature']);
    expect(await wrongWith(tokens.other)).toEqual(['audience']);
    expect(await wrongWith(tokens.good, { issuer: 'https://another.example' })).toEqual(['issuer']);
    expect(await wrongWith(tokens.good, {}, 86_400_000)).toEqual(['expiry']);
    expect(await wrongWith(tokens.id)).toEqual(expect.arrayContaining(['type', 'audience']));
    for (const none of ['', 'opaque', 'a.b.c']) expect(await attempt(none)).toBeUndefined();
  });
});
