import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { cloneDatabase, dropDatabase } from '../../support/postgres.ts';
import { TEST_SECRET_KEY } from '../../support/template.ts';

const node = (env: NodeJS.ProcessEnv, ...args: string[]) => promisify(execFile)(process.execPath, args, { env });

it('laid out as the image has it and away from the checkout, the product starts and passes the tour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-image-'));
  const postgres = process.env['TEST_POSTGRES_URL']!;
  const database = `image_${randomUUID().replaceAll('-', '')}`;
  const url = await cloneDatabase(postgres, 'template1', database);
  const { PATH } = process.env;
  try {
    await node({ PATH }, 'scripts/image.mjs', folder);
    const env = { PATH, DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY };
    const { stdout } = await node(env, 'scripts/run.mjs', 'scripts/demo.ts', folder);
    expect(stdout).toContain('Everything was as documented.');
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(postgres, database);
  }
});
