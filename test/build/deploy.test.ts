import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { configEntries, configWarnings, loadConfig } from '#product';
import { TEST_SECRET_KEY } from '../support/template.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const settings = configEntries({}).map(({ name }) => name);

describe('deploy/systemd/guildhall.service', () => {
  const unit = read('deploy/systemd/guildhall.service');

  it('sets variables that exist', () => {
    const names = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, list]) =>
      list!.split(' ').map((entry) => entry.split('=')[0]!),
    );
    expect(names).toContain('MANAGEMENT_PORT');
    for (const name of names) expect(settings).toContain(name.replace(/_FILE$/, ''));
  });

  it('waits for what the server answers, and longer for its end than the server takes', () => {
    expect(unit).toContain('/health/ready');
    const { server } = loadConfig({ SECRET_KEY: TEST_SECRET_KEY });
    const [, wait] = /^TimeoutStopSec=(\d+)$/m.exec(unit)!;
    expect(Number(wait)).toBeGreaterThan(server.shutdownDelaySeconds + server.shutdownSeconds + 15);
  });
});

describe('deploy/compose.yaml', () => {
  it('gives the server an environment that it accepts', () => {
    const [, block] = /^ {4}environment:\n((?: {6}.+\n)+)/m.exec(read('deploy/compose.yaml'))!;
    const lines = [...block!.matchAll(/^ {6}(\w+): '?(.+?)'?$/gm)];
    const env = Object.fromEntries(
      lines.map(([, name, value]) => [
        name!,
        value!.replace(/\$\{SECRET_KEY:.*\}/, TEST_SECRET_KEY).replace(/\$\{POSTGRES_PASSWORD:.*?\}/, 'password'),
      ]),
    );
    // The image says where to listen.
    const inImage = { ...env, HOST: '0.0.0.0', PORT: '3000' };
    expect(loadConfig(inImage).management).toEqual({ host: '0.0.0.0', port: 9464 });
    expect(Object.keys(env).filter((name) => !settings.includes(name))).toEqual([]);
    // Nobody else reaches its networks and ports.
    const unlikeHere = /^(DATABASE_URL leads to another machine|HOST is not this machine)/;
    expect(configWarnings(inImage).filter((warning) => !unlikeHere.test(warning))).toEqual([]);
  });

  it('opens ports on this machine only', () => {
    const ports = [...read('deploy/compose.yaml').matchAll(/^ {4}ports: \['(.+)'\]$/gm)].map(([, port]) => port!);
    expect(ports).toHaveLength(4);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('scrapes the port that the server measures at', () => {
    expect(read('deploy/compose.yaml')).toContain("MANAGEMENT_PORT: '9464'");
    expect(read('deploy/prometheus.yml')).toContain("targets: ['guildhall:9464']");
  });
});

describe('deploy/helm/guildhall', () => {
  const chart = (file: string): string => read(`deploy/helm/guildhall/${file}`);

  it('has the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(chart('Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  });

  it('has a schema of every variable that is no secret and is not the chart’s own', () => {
    const { properties } = JSON.parse(chart('values.schema.json')) as {
      properties: { config: { properties: Record<string, unknown> } };
    };
    const offered = Object.keys(properties.config.properties);
    expect(offered).toEqual(expect.arrayContaining(['BASE_URL', 'TRUST_PROXY', 'SMTP_TLS', 'ACCESS_TOKEN_SECONDS']));
    for (const name of ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'BOOTSTRAP_ADMIN_PASSWORD', 'MANAGEMENT_PORT'])
      expect(offered).not.toContain(name);
    expect(offered.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('waits longer for the end of a pod than the server takes with the same values', () => {
    const [, grace] = /terminationGracePeriodSeconds: \{\{ add (.+) \}\}/.exec(chart('templates/deployment.yaml'))!;
    expect(grace).toBe('.Values.shutdownDelaySeconds .Values.shutdownTimeoutSeconds 15');
  });

  it('asks the port and the paths that the server answers at', () => {
    const deployment = chart('templates/deployment.yaml');
    for (const path of ['started', 'live', 'ready'])
      expect(deployment).toContain(`httpGet: { path: /health/${path}, port: management }`);
    expect(deployment).toContain('containerPort: 9464');
    expect(chart('templates/_helpers.tpl')).toContain("- name: MANAGEMENT_PORT\n    value: '9464'");
  });
});
