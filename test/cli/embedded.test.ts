import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, loadConfig, startServer } from '#product';
import { useCli } from '../support/cli.ts';

const cli = useCli();
const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-cli-'));
const env = { DATA_DIR: dataDir, NODE_ENV: 'test' };
beforeAll(async () => {
  const server = await startServer(loadConfig({ ...env, PORT: '0' }), createLog('silent'));
  await server.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const customerCreate = (name: string, given = env) =>
  cli.run(['customer', 'create', `--name=${name}`, '--admin-email=a@b.example', '--json'], { env: given });

describe('the command line on the embedded database', () => {
  it('makes none where no server has ever been', async () => {
    const untouched = { ...env, DATA_DIR: join(dataDir, 'untouched') };
    const { code, json } = await customerCreate('Early', untouched);
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'EMBEDDED_DATABASE' });
    expect(json.error.message).toContain('Start the server once');
    expect((await cli.run(['doctor', '--json'], { env: untouched })).code).toBe(1);
    expect(existsSync(join(untouched.DATA_DIR, 'SECRET_KEY'))).toBe(false);
  });

  it('works beside a running server, and leaves that running', async () => {
    const config = loadConfig({ ...env, PORT: '0' });
    const server = await startServer(config, createLog('silent'));
    try {
      const { code, json } = await customerCreate('Beside');
      expect(code).toBe(0);
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: json.client_id,
        client_secret: json.client_secret,
      });
      expect((await fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body })).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it('does not move away what a running server goes on changing', async () => {
    const server = await startServer(loadConfig({ ...env, PORT: '0' }), createLog('silent'));
    try {
      const { code, json } = await cli.run(['attach', '--url=postgres://127.0.0.1:1/x', '--json'], { env });
      expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'EMBEDDED_DATABASE' });
      expect(json.error.message).toContain('is already running');
    } finally {
      await server.stop();
    }
  });

  it('starts the database for itself otherwise, and stops it', async () => {
    expect((await customerCreate('Alone')).code).toBe(0);
    expect((await cli.run(['keys', 'rotate', '--json'], { env })).json.keys).toHaveLength(4);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'guildhall.lock'))).toBe(false);
  });

  it('is told by the doctor who else may read the secret key', async () => {
    const file = join(dataDir, 'SECRET_KEY');
    expect((await cli.run(['doctor', '--json'], { env })).json).toMatchObject({ ok: true });
    chmodSync(file, 0o644);
    const { code, json } = await cli.run(['doctor', '--json'], { env });
    expect(code).toBe(1);
    expect(json.checks).toContainEqual(
      expect.objectContaining({ name: 'secret_key', status: 'wrong', advice: `chmod 600 ${file}` }),
    );
    expect(JSON.stringify(json)).not.toContain(readFileSync(file, 'utf8').trim());
    expect(statSync(file).mode & 0o777).toBe(0o644);
    chmodSync(file, 0o600);
  });
});
