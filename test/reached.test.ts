import { expect, it } from '@jest/globals';
import type { Router } from 'express';
import { mountAuthorize, mountEndSession, mountPages, requestRoutes, tokenRoutes } from '#product';
import { commands } from '../src/cli/commands.ts';
import { routes } from '../src/doors/rest/routes/index.ts';
import { useApp } from './support/app.ts';
import { note } from './support/reached.ts';
import { committedSchema } from './support/schema.ts';

// In development there are the pages of the mailbox too.
const app = useApp({ NODE_ENV: 'development', CLIENT_REGISTRATION: 'on' });

/** What is put on the router. */
function mounted(mount: (router: Router) => void): string[] {
  const found: string[] = [];
  const on = (method: string) => (path: string | string[]) => {
    for (const each of [path].flat()) found.push(`${method} ${each}`);
  };
  mount({ get: on('GET'), post: on('POST') } as unknown as Router);
  return found;
}

/** The endpoints of OAuth; HEAD is GET without the body. */
function endpointsOf({ runtime }: typeof app.server): string[] {
  const forClients = [...tokenRoutes(runtime), ...requestRoutes(runtime)].flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
  );
  const forBrowsers = mounted((router) => {
    mountAuthorize(router, runtime, {} as never);
    mountEndSession(router, runtime, {} as never);
  });
  return [...forClients, ...forBrowsers];
}

// At the end of a run of all tests, what none of them has reached fails it.
it('tells what there is for tests to reach', () => {
  const schema = committedSchema();
  const there = {
    operations: routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    fields: [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
    ),
    endpoints: endpointsOf(app.server),
    pages: mounted((router) => mountPages(router, app.server.runtime, {} as never, {} as never)),
    commands: commands.map(({ name }) => name),
  };
  for (const kind of Object.values(there)) {
    expect(kind.length).toBeGreaterThan(10);
    for (const what of kind) note('there is', what);
  }
});
