/** The balancers in front of the nodes, from the files in `deploy`, of which only addresses and TLS are changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers, until, type Workplace } from './programs.ts';

type Change = readonly [from: string, to: string];

/** Each change must apply, so that what is run stays what is documented. */
export function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The file does not have: ${from}`);
    return result.replace(from, () => to);
  }, text);
}

interface Balanced {
  readonly port: number;
  readonly nodes: readonly number[];
  /** Other settings than the documented ones, to see what they cost. */
  readonly changes?: readonly Change[];
}

export const HAPROXY = '/usr/sbin/haproxy';
export const NGINX = '/usr/sbin/nginx';

/** Starts one of the balancers. */
export type Balancer = (place: Workplace, balanced: Balanced) => Promise<void>;

export const startHaproxy: Balancer = async (place, { port, nodes, changes = [] }) => {
  const file = join(place.sub('haproxy'), 'haproxy.cfg');
  const text = changed(readFileSync(resolve('deploy/haproxy/haproxy.cfg'), 'utf8'), [
    ['bind :443 ssl crt /etc/haproxy/guildhall.pem alpn h2,http/1.1', `bind 127.0.0.1:${port}`],
    ['10.0.0.11:3000', `127.0.0.1:${nodes[0]}`],
    ['10.0.0.12:3000', `127.0.0.1:${nodes[1]}`],
    ...changes,
  ]);
  writeFileSync(file, text, { mode: 0o644 });
  place.spawn('haproxy', [HAPROXY, '-db', '-f', file]);
  await until('HAProxy has its nodes', () => answers(`http://127.0.0.1:${port}/healthz`));
};

export const startNginx: Balancer = async (place, { port, nodes, changes = [] }) => {
  const folder = place.sub('nginx');
  const site = changed(readFileSync(resolve('deploy/nginx/guildhall.conf'), 'utf8'), [
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    ['    ssl_certificate /etc/nginx/guildhall.pem;\n', ''],
    ['    ssl_certificate_key /etc/nginx/guildhall.key;\n', ''],
    ['10.0.0.11:3000', `127.0.0.1:${nodes[0]}`],
    ['10.0.0.12:3000', `127.0.0.1:${nodes[1]}`],
    ...changes,
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `daemon off;
pid ${folder}/pid;
error_log stderr notice;
events { worker_connections 1024; }
http {
    access_log off;
${temporary.map((name) => `    ${name}_temp_path ${folder}/${name};\n`).join('')}
${site}
}
`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main, { mode: 0o644 });
  place.spawn('nginx', [NGINX, '-e', 'stderr', '-c', file]);
  await until('nginx has its nodes', () => answers(`http://127.0.0.1:${port}/healthz`));
};
