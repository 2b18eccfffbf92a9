import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configEntries, loadConfig } from '../../src/ground/config/load.ts';

describe('a secret in a file', () => {
  const KEY = Buffer.alloc(32, 7);
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  it.each(['', '\n', '\r\n'])('is read without the line break %j at its end', (end) => {
    const path = file('password', ` pass phrase ${end}`);
    expect(loadConfig({ BOOTSTRAP_ADMIN_PASSWORD_FILE: path }).bootstrap.adminPassword).toBe(' pass phrase ');
  });

  it('counts as set', () => {
    const env = {
      DATABASE_URL_FILE: file('url', 'postgres://db/guildhall\n'),
      SECRET_KEY_FILE: file('key', KEY.toString('hex')),
    };
    expect(loadConfig(env).secretKey).toEqual(KEY);
    expect(() => loadConfig({ ...env, SECRET_KEY_FILE: '' })).toThrow('SECRET_KEY: read nothing');
    expect(configEntries(env)).toContainEqual(
      expect.objectContaining({ name: 'SECRET_KEY', value: '********', origin: 'file' }),
    );
  });

  it('is refused beside the variable itself', () => {
    const env = { SECRET_KEY: KEY.toString('hex'), SECRET_KEY_FILE: file('key', KEY.toString('hex')) };
    expect(() => loadConfig(env)).toThrow('SECRET_KEY: read both SECRET_KEY and SECRET_KEY_FILE; expected only one');
  });

  it('is refused by its path when it cannot be read', () => {
    const missing = join(folder, 'missing');
    expect(() => loadConfig({ SECRET_KEY_FILE: missing })).toThrow(`SECRET_KEY_FILE: read "${missing}" (no such file)`);
    expect(() => loadConfig({ SECRET_KEY_FILE: folder })).toThrow(`SECRET_KEY_FILE: read "${folder}" (a folder)`);
  });

  it('is refused when it is blank', () => {
    expect(() => loadConfig({ SECRET_KEY_FILE: file('blank', '\n') })).toThrow('(blank)');
  });

  it('is not shown when its content is at fault', () => {
    expect(() => loadConfig({ SECRET_KEY_FILE: file('short', 'hunter2\n') })).toThrow(
      'SECRET_KEY: read (secret, 7 characters); expected 32 random bytes',
    );
  });
});
