import { expect, it } from '@jest/globals';
import type { Router } from 'express';
import { mountInteraction } from '#product';
import { commands } from '../src/cli/commands.ts';
import { routes } from '../src/rest/routes/index.ts';
import { useApp } from './support/app.ts';
import { note } from './support/reached.ts';
import { committedSchema } from './support/schema.ts';

// In development there are the pages of the mailbox too.
const app = useApp({ NODE_ENV: 'development' });

/** What the pages ask of the router they are mounted on. */
function pagesOf(): string[] {
  const pages: string[] = [];
  const on = (method: string) => (path: string | string[]) => {
    for (const each of [path].flat()) pages.push(`${method} ${each}`);
  };
  const router = { get: on('GET'), post: on('POST') } as unknown as Router;
  mountInteraction(router, app.server.runtime, {} as never, {} as never);
  return pages;
}

// At the end of a run of all tests, what none of them has reached fails it.
it('tells what there is for tests to reach', () => {
  const schema = committedSchema();
  const there = {
    operations: routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    fields: [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
    ),
    pages: pagesOf(),
    commands: commands.map(({ name }) => name),
  };
  for (const kind of Object.values(there)) {
    expect(kind.length).toBeGreaterThan(10);
    for (const what of kind) note('there is', what);
  }
});
