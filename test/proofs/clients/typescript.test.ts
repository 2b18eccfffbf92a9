import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type * as ClientModule from '@guildhall/client';
import manifest from '../../../package.json' with { type: 'json' };
import own from '../../../clients/typescript/package.json' with { type: 'json' };
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';
import { projectWithClient } from '../../support/client-package.ts';

type Client = typeof ClientModule;

const run = promisify(execFile);
const manifests = join(await mkdtemp(join(tmpdir(), 'manifest-')), 'manifest.json');
let project: string;
let client: Client;

const documentsOf = ({ graphql }: Client) => ({
  create: graphql(`
    mutation CreateGroup($input: CreateGroupInput!) {
      createGroup(input: $input) {
        group {
          id
          name
          memberCount
        }
      }
    }
  `),
  users: graphql(
    `
      query Users($first: Int, $after: String) {
        users(first: $first, after: $after) {
          edges {
            node {
              ...Name
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    `,
    [
      graphql(`
        fragment Name on User {
          id
          email
          role
        }
      `),
    ],
  ),
  viewer: graphql(`
    query Viewer {
      viewer {
        kind
      }
    }
  `),
});
let documents: ReturnType<typeof documentsOf>;

// Before the servers start, because one of them reads the manifest.
beforeAll(async () => {
  project = await projectWithClient();
  client = (await import(join(project, 'node_modules/@guildhall/client/dist/index.js'))) as Client;
  documents = documentsOf(client);
  await writeFile(manifests, JSON.stringify(await client.manifestOf([documents.viewer])));
});
afterAll(() => Promise.all([project, join(manifests, '..')].map((folder) => rm(folder, { recursive: true }))));

const app = useApp();
const trusting = useApp({ GRAPHQL_DOCUMENTS: 'trusted', GRAPHQL_MANIFESTS: manifests });

const credentials = (server = app, secret = server.customer.clientSecret) => ({
  url: server.issuer,
  clientId: server.customer.clientId,
  clientSecret: secret,
  scope: 'write',
});
const guildhall = (server = app, more: object = {}) =>
  new client.Guildhall({ url: server.issuer, token: client.clientCredentials(credentials(server)), ...more });
const errorOf = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(client.GuildhallError);
  return error as InstanceType<Client['GuildhallError']>;
};

describe('operations', () => {
  it('answer with typed data', async () => {
    const name = randomUUID();
    const { createGroup } = await guildhall().request(documents.create, { input: { name } });
    expect(createGroup.group).toEqual({ id: expect.any(String), name, memberCount: 0 });
    const text: string = createGroup.group.name;
    expect(text).toBe(name);
  });

  it('give what the others answered beside the error of one that failed', async () => {
    const [name, other] = [randomUUID(), randomUUID()];
    await guildhall().request(documents.create, { input: { name } });
    const both = client.graphql(`
      mutation Both($made: CreateGroupInput!, $taken: CreateGroupInput!) {
        made: createGroup(input: $made) { group { name } }
        taken: createGroup(input: $taken) { group { name } }
      }
    `);
    const error = await errorOf(guildhall().request(both, { made: { name: other }, taken: { name } }));
    expect(error.path).toEqual(['taken']);
    expect(error.data).toEqual({ made: { group: { name: other } }, taken: null });
  });

  it('compile only with fields and variables that the schema has', async () => {
    // @ts-expect-error -- the input has no such field
    const error = await errorOf(guildhall().request(documents.create, { input: { title: 'Editors' } }));
    expect(error.faults.map(({ path }) => path)).toEqual(['name', 'title']);
    const data = await guildhall().request(documents.viewer);
    // @ts-expect-error -- the operation does not select it
    expect(data.viewer.customerId).toBeUndefined();
    const input: ClientModule.TypeOf<'CreateGroupInput'> = { name: 'Editors' };
    // @ts-expect-error -- the enum has no such value
    const code: ClientModule.ErrorCode = 'GROUP_IS_BLUE';
    expect([input.name, code]).toEqual(['Editors', 'GROUP_IS_BLUE']);
  });

  it('read a list to its end, page by page', async () => {
    const built = await Promise.all(Array.from({ length: 5 }, () => buildUser(app)));
    const found = [];
    for await (const { email, role } of guildhall().all(documents.users, { first: 2 }, ({ users }) => users))
      found.push(`${email} ${role}`);
    expect(found).toEqual(expect.arrayContaining(built.map(({ email }) => `${email} MEMBER`)));
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('errors', () => {
  it('have the code, what is wrong with the input, and a link', async () => {
    const name = randomUUID();
    await guildhall().request(documents.create, { input: { name } });
    const error = await errorOf(guildhall().request(documents.create, { input: { name } }));
    expect(error).toMatchObject({
      status: 200,
      code: 'GROUP_NAME_TAKEN',
      kind: 'CONFLICT',
      path: ['createGroup'],
      documentation: `${app.issuer}/docs/errors#GROUP_NAME_TAKEN`,
      faults: [{ path: 'name', code: 'GROUP_NAME_TAKEN' }],
    });
  });

  it('of the token endpoint have the same form', async () => {
    const token = client.clientCredentials(credentials(app, 'wrong'));
    const error = await errorOf(guildhall(app, { token }).request(documents.viewer));
    expect(error).toMatchObject({ status: 401, code: 'INVALID_CLIENT', kind: undefined, faults: [] });
  });

  it('are others if the answer is not from a Guildhall server', async () => {
    const answers = ['<html>', 'null', '{}'].map((text) => () => Promise.resolve(new Response(text, { status: 502 })));
    for (const fetch of answers)
      await expect(guildhall(app, { token: 'x', fetch }).request(documents.viewer)).rejects.toThrow(
        new client.UnexpectedAnswer(502, ''),
      );
  });
});

describe('tokens', () => {
  it('are used until they are about to expire, and replaced when the server rejects one', async () => {
    const tokens: string[] = [];
    const source = client.clientCredentials(credentials());
    const token = async (rejected?: string) => {
      tokens.push(await source(rejected));
      return tokens.at(-1)!;
    };
    const one = guildhall(app, { token });
    await Promise.all([one.request(documents.viewer), one.request(documents.viewer)]);
    expect(new Set(tokens).size).toBe(1);
    const { clientId, clientSecret } = app.customer;
    const revoked = await app.send('POST', '/oauth2/revoke', {
      body: new URLSearchParams({ token: tokens[0]!, client_id: clientId, client_secret: clientSecret }),
    });
    expect(revoked.status).toBe(200);
    expect(await one.request(documents.viewer)).toEqual({ viewer: { kind: 'CLIENT' } });
    expect(new Set(tokens).size).toBe(2);
    const text = await errorOf(guildhall(app, { token: tokens[0] }).request(documents.viewer));
    expect([text.status, text.code]).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe('trusted documents', () => {
  it('are named by the ids of their manifest', async () => {
    const one = guildhall(trusting, { trusted: true });
    expect(await one.request(documents.viewer)).toEqual({ viewer: { kind: 'CLIENT' } });
    const unknown = await errorOf(one.request(documents.create, { input: { name: 'x' } }));
    expect(unknown.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    const text = await errorOf(guildhall(trusting).request(documents.viewer));
    expect([text.status, text.code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
  });
});

describe('the package', () => {
  it('has the built client and the schema, and nothing else', async () => {
    const folder = join(project, 'node_modules/@guildhall/client');
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.\w+$|LICENSE/.test(file));
    const modules = ['client', 'documents', 'errors', 'index', 'introspection', 'manifest', 'token'];
    const built = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    const others = ['README.md', 'dist/LICENSE', 'dist/schema.graphql', 'package.json'];
    expect(files.toSorted()).toEqual([...built, ...others].toSorted());
    expect(await readFile(join(folder, 'dist/schema.graphql'), 'utf8')).toBe(await readFile('schema.graphql', 'utf8'));
  });

  it('has the version of the server, and the packages that the tests use', () => {
    expect(own.version).toBe(manifest.version);
    expect(own.dependencies['gql.tada']).toBe(manifest.dependencies['gql.tada']);
  });

  it('type-checks and runs in a project of its own', async () => {
    await cp('examples/typescript/team.ts', join(project, 'team.ts'));
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'team.ts'], { cwd: project });

    const domain = `${randomUUID()}.example`;
    for (const name of ['ada', 'bob']) await buildUser(app, { email: `${name}@${domain}` });
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = app.customer;
    const env = { GUILDHALL_URL: app.issuer, CLIENT_ID, CLIENT_SECRET };
    const team = () => run(process.execPath, ['team.ts', domain, domain], { cwd: project, env });
    expect((await team()).stdout).toBe(`${domain} has 2 members.\n`);
    await expect(team()).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^GROUP_NAME_TAKEN: /) });
  });
});
