/** What `/console` sends, from a folder with a built application. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createLog, mountConsole } from '#product';
import { useApp } from './support/app.ts';
import { buildClient, buildUser } from './support/builders.ts';
import { pageHeaders } from './support/logins.ts';

const app = useApp();
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});`;
let folder: string;
let server: Server;
let address: string;
let cookie: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="/console/assets/app-Ab12.js"></script>');
  writeFileSync(join(folder, 'assets/app-Ab12.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app-Ab12.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/font.woff2'), 'font');
  writeFileSync(join(folder, 'secret.txt'), 'no asset');
  const administrator = await buildUser(app, { role: 'admin' });
  ({ cookie } = (await pageHeaders(app, await buildClient(app), administrator)) as { cookie: string });
  const router = express();
  mountConsole(router, app.server.runtime, folder);
  server = createServer(router).listen(0);
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address + path, { method, redirect: 'manual', headers: { 'accept-encoding': 'identity', cookie, ...headers } });

describe('the console', () => {
  it.each(['/console', '/console/', '/console/users/42?tab=groups', '/console/secret.txt'])(
    'has its page at %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('/console/assets/app-Ab12.js');
    },
  );

  it.each([
    ['/console', '/console'],
    ['/console/users/42?tab=groups', '/console/users/42?tab=groups'],
    // What a sign-in could not lead back to.
    ['/console//evil.example', '/console'],
  ])('sends strangers who open %s to the sign-in, which leads back', async (path, back) => {
    for (const stranger of ['', 'guildhall_session=made-up']) {
      const { status, headers } = await get(path, { cookie: stranger });
      expect([status, headers.get('location')]).toEqual([303, `/login?return_to=${encodeURIComponent(back)}`]);
    }
  });

  it('gives its files to everybody: they are no secret', async () => {
    expect((await get('/console/assets/app-Ab12.js', { cookie: '' })).status).toBe(200);
  });

  it('runs no script but its own files, asks nobody but this server, and is framed by nobody', async () => {
    const { headers } = await get('/console');
    const policy = headers.get('content-security-policy')!.split('; ');
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('allows inline styles on the page of the package that writes them, and inline scripts nowhere', async () => {
    const rules = async (path: string) => (await get(path)).headers.get('content-security-policy')!.split('; ');
    for (const path of ['/console/explorer', '/console/explorer/']) {
      expect(await rules(path)).toContain("style-src 'self' 'unsafe-inline'");
      expect(await rules(path)).toContain("script-src 'self'");
    }
    for (const path of [
      '/console',
      '/console/reference',
      '/console/explorer/more',
      '/console/users?x=/console/explorer',
    ])
      expect(await rules(path)).toContain("style-src 'self'");
  });

  it('asks for its page each time, and gets it only if it has changed', async () => {
    const { headers } = await get('/console');
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag')!;
    expect((await get('/console', { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    expect((await get('/console', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('keeps its files for good', async () => {
    const answer = await get('/console/assets/app-Ab12.js');
    expect(await answer.text()).toBe(SCRIPT);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/console/assets/app-Ab12.js', { 'if-none-match': answer.headers.get('etag')! })).status).toBe(
      304,
    );
    expect((await get('/console/assets/font.woff2')).headers.get('content-type')).toBe('font/woff2');
  });

  it('sends the compressed file to browsers that accept it', async () => {
    const { headers } = await get('/console/assets/app-Ab12.js', { 'accept-encoding': 'gzip, br' }, 'HEAD');
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'accept-encoding']);
    expect(Number(headers.get('content-length'))).toBe(brotliCompressSync(SCRIPT).length);
    const answer = await get('/console/assets/app-Ab12.js', { 'accept-encoding': 'br' });
    expect(await answer.text()).toBe(SCRIPT);
    expect((await get('/console/assets/app-Ab12.js', {}, 'HEAD')).headers.get('content-encoding')).toBeNull();
  });

  it.each(['nothing.js', '..%2fsecret.txt', '%2e%2e%2findex.html', 'app-Ab12.js/more'])(
    'has no other file: %s',
    async (name) => {
      const answer = await get(`/console/assets/${name}`);
      expect(await answer.text()).not.toContain('no asset');
      expect(answer.status).toBe(404);
    },
  );

  it('is missing without its files, and the log says so', () => {
    const lines: object[] = [];
    const log = { ...createLog('silent'), warn: (line: object) => void lines.push(line) };
    mountConsole(express(), { ...app.server.runtime, log } as never, join(folder, 'nowhere'));
    expect(lines).toEqual([{ folder: join(folder, 'nowhere') }]);
  });
});
