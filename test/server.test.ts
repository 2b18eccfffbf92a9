import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../src/config/load.ts';
import { createLog } from '../src/kernel/log.ts';
import { startServer } from '../src/server.ts';
import { useApp } from './support/app.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

const app = useApp();

describe('a server that cannot start', () => {
  it('says so when something else has its port', async () => {
    const { port } = app.server;
    await expect(app.another(port)).rejects.toThrow(
      `Cannot listen on port ${port} of 127.0.0.1: something else listens there. Set PORT or HOST to others.`,
    );
  });

  it('says so when there is no database, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/x', SECRET_KEY: TEST_SECRET_KEY };
    await expect(startServer(loadConfig(env), createLog('silent'))).rejects.toThrow(
      /^The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    );
  });
});
