/** The reference of REST in the console: everything that `openapi.json` says is on the page. */
import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import openapi from '../../openapi.json' with { type: 'json' };
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { showAs } from '../support/browser.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- it walks through all of the description
type Part = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What a part refers to. */
const at = (part: Part): Part =>
  part.$ref
    ? at(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((place: Part, key: string) => place[key], openapi),
      )
    : part;

/** The names of all fields of a value. */
function fieldsIn(schema: Part): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties: values } = at(schema);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...fieldsIn(field)]),
    ...[...anyOf, ...(items ? [items] : [])].flatMap(fieldsIn),
    ...(typeof values === 'object' ? ['(any name)', ...fieldsIn(values)] : []),
  ];
}
const fieldsOf = (content: Record<string, Part> = {}): string[] =>
  Object.values(content).flatMap(({ schema }) => fieldsIn(schema));

const operations: Part[] = Object.entries<Part>(openapi.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
);

/** How many operations and schemas have a field. */
const having = (name: string): number => {
  const sent = operations.map(({ requestBody, responses }) => [
    ...fieldsOf(requestBody?.content),
    ...Object.entries<Part>(responses).flatMap(([status, { content }]) => (status < '300' ? fieldsOf(content) : [])),
  ]);
  return [...sent, ...Object.values<Part>(openapi.components.schemas).map(fieldsIn)].filter((names) =>
    names.includes(name),
  ).length;
};

const UNFOLD = `(async () => {
  const closed = () => [...document.querySelectorAll('.fold:not([open])')];
  while (closed().length > 0) {
    for (const each of closed()) each.open = true;
    await new Promise((done) => setTimeout(done, 20));
  }
})()`;
const unfold = (page: Page): Promise<void> => page.evaluate<void>(UNFOLD);

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

/** The names on the page, in the section with this name, once each. */
const shown = async (page: Page, section: string): Promise<string[]> =>
  sorted(
    await page
      .locator('.chosen')
      .getByRole('region', { name: section, exact: true })
      .locator('dt > code')
      .allTextContents(),
  );

describeInBrowser('the API reference', () => {
  const app = useApp();
  const { open, asAdministrator, follow } = useConsole(app);
  const opened = async (path: string, options = {}) => {
    const { context, seen } = await open(options);
    const page = await asAdministrator(context, path);
    await heading(page, 'API reference');
    return { context, seen, page };
  };
  const chosen = (page: Page, name: string): Promise<void> =>
    page.locator('.chosen').getByRole('heading', { level: 2, name }).waitFor();

  it('shows every operation: its parameters, its body, and each answer with its headers and fields', async () => {
    const { context, seen, page } = await opened('/reference');
    expect(operations).toHaveLength(31);
    for (const { operationId, method, path, summary, parameters = [], requestBody, responses } of operations) {
      await follow(page, `/reference?operation=${operationId}`);
      await chosen(page, summary.split('. ')[0]);
      await unfold(page);
      const text = await page.locator('.chosen').innerText();
      for (const part of [method.toUpperCase(), path])
        expect([operationId, text]).toEqual([operationId, expect.stringContaining(part)]);
      expect([operationId, await shown(page, 'Parameters')]).toEqual([
        operationId,
        sorted(parameters.map(({ name }: Part) => name)),
      ]);
      expect([operationId, await shown(page, 'Body of the request')]).toEqual([
        operationId,
        sorted(fieldsOf(requestBody?.content)),
      ]);
      const answers = page.getByRole('region', { name: 'Answers' }).locator(':scope > .fold');
      expect(await answers.locator(':scope > summary > code').allTextContents()).toEqual(Object.keys(responses));
      for (const [index, answer] of Object.values<Part>(responses).map(at).entries()) {
        const names = sorted(await answers.nth(index).locator('dt > code').allTextContents());
        expect([operationId, names]).toEqual([
          operationId,
          sorted([...Object.keys(answer.headers ?? {}), ...fieldsOf(answer.content)]),
        ]);
        const told = await answers.nth(index).innerText();
        for (const type of Object.keys(answer.content ?? {})) expect(told).toContain(type);
      }
    }
    expect(seen).toEqual([]);
    await context.close();
  }, 240_000);

  it('shows every schema with its fields', async () => {
    const { context, seen, page } = await opened('/reference');
    const schemas = Object.entries<Part>(openapi.components.schemas);
    expect(schemas).toHaveLength(23);
    for (const [name, schema] of schemas) {
      await follow(page, `/reference?schema=${name}`);
      await chosen(page, name);
      await unfold(page);
      const names = sorted(await page.locator('.chosen dt > code').allTextContents());
      expect([name, names]).toEqual([name, sorted(fieldsIn(schema))]);
    }
    expect(seen).toEqual([]);
    await context.close();
  }, 120_000);

  it('tells what a value may be', async () => {
    const { context, page } = await opened('/reference?operation=createUser');
    const body = page.getByRole('region', { name: 'Body of the request' });
    const field = (name: string) =>
      body.locator('dl > div', { has: page.locator('dt').getByText(name, { exact: true }) });
    expect(await field('email').innerText()).toMatch(/required[^]*string[^]*Characters: 3 – 254[^]*Pattern:/);
    expect(await field('is_active').innerText()).toMatch(/boolean \| null[^]*True by default/);
    expect(await field('application_url').innerText()).toMatch(/string \| null[^]*Format: uri/);
    await follow(page, '/reference?operation=createClient');
    await unfold(page);
    expect(await field('client_type').innerText()).toMatch(/One of confidential ?public/);
    await context.close();
  });

  it('finds by path, text and field, and has an address for each operation', async () => {
    const { context, seen, page } = await opened('/reference', { permissions: ['clipboard-read', 'clipboard-write'] });
    const links = page.getByRole('navigation', { name: 'All operations and schemas' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(31 + 23);
    await page.keyboard.press('/');
    for (const [text, found] of [
      ['/api/sessions/', 1],
      ['delete sessions', 1],
      ['backup codes are gone for good', 0],
      ['trusted_issuers', having('trusted_issuers')],
    ] as const) {
      await page.getByRole('searchbox').fill(text);
      await page.getByText(`${found} found`, { exact: true }).waitFor();
      expect([text, await links.count()]).toEqual([text, found]);
    }
    await page.getByRole('searchbox').fill('rotate');
    await page.waitForURL(/q=rotate/);
    await page.getByRole('link', { name: /rotate-secret/ }).focus();
    await page.keyboard.press('Enter');
    await chosen(page, 'Replace a client’s secret.');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Replace a client’s secret.');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('link', { name: 'RotatedClientSecret' }).first().click();
    await chosen(page, 'RotatedClientSecret');
    await page.goBack();
    await chosen(page, 'Replace a client’s secret.');
    await page.goto(link);
    await chosen(page, 'Replace a client’s secret.');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download openapi.json' }).click();
    expect((await download).suggestedFilename()).toBe('openapi.json');
    expect(seen).toEqual([]);
    await context.close();
  });

  it('gives a command that works', async () => {
    const { context, page } = await opened('/reference');
    const token = await app.token('admin');
    const group = await app.send('POST', '/groups', { token, body: { name: 'commanded' } });
    for (const [operation, status] of [
      ['createUser', 201],
      ['createGroup', 201],
      ['getGroup', 200],
      ['listClients', 200],
      ['token', 200],
    ] as const) {
      await follow(page, `/reference?operation=${operation}`);
      const command = await page.getByRole('region', { name: 'As a command' }).locator('pre').innerText();
      const { clientId, clientSecret } = app.customer;
      const env = { TOKEN: token, GROUP_ID: group.body.id, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
      // The shell reads it, and tells what `curl` would get.
      const read = execFileSync('/bin/bash', ['--norc', '-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
        env,
        encoding: 'utf8',
      });
      const [, method, url, ...options] = read.split('\0').slice(0, -1);
      const headers = new Headers();
      let body: string | undefined;
      for (let i = 0; i < options.length; i += 2) {
        const [option, value = ''] = options.slice(i, i + 2);
        if (option === '-H')
          headers.append(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1).trim());
        if (option === '-d') body = value.replace('authorization_code', 'client_credentials');
        if (option === '-u') headers.set('authorization', `Basic ${btoa(value)}`);
      }
      const answer = await fetch(url!, { method: method!, headers, ...(body !== undefined && { body }) });
      expect([operation, answer.status]).toEqual([operation, status]);
    }
    await context.close();
  });

  it('shows what ours does not have: parts, alternatives, maps, and schemas in themselves', async () => {
    const { context, seen } = await open();
    const schemas = {
      Tree: {
        type: 'object',
        properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Whole: {
        allOf: [
          { type: 'object', required: ['first'], properties: { first: { type: 'string', default: 'one' } } },
          {
            properties: {
              second: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
            },
          },
        ],
      },
      Named: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Whole' } },
      Round: { $ref: '#/components/schemas/Round' },
    };
    await context.route('**/openapi.json', (route) =>
      route.fulfill({ json: { ...openapi, paths: {}, components: { ...openapi.components, schemas } } }),
    );
    const page = await asAdministrator(context, '/reference?schema=Tree');
    await heading(page, 'API reference');
    const told = async (name: string): Promise<string> => {
      await follow(page, `/reference?schema=${name}`);
      await chosen(page, name);
      await unfold(page);
      return page.locator('.chosen').innerText();
    };
    expect(await told('Tree')).toMatch(/branches\s+Tree\[\]/);
    expect(await told('Whole')).toMatch(
      /first[^]*required[^]*string[^]*By default one[^]*second[^]*integer \| Tree \| null[^]*Choice 1[^]*Choice 2/,
    );
    expect(await told('Named')).toMatch(/\(any name\)\s+Whole[^]*first[^]*second/);
    await told('Round');
    expect(seen).toEqual([]);
    await context.close();
  });

  it('has nothing that axe objects to when all is unfolded, in both schemes, as narrow as a phone too', async () => {
    const { context, seen, page } = await opened('/reference');
    for (const path of ['?operation=createClient', '?operation=token', '?schema=Client']) {
      await follow(page, `/reference${path}`);
      await unfold(page);
      for (const look of [
        { colorScheme: 'light', width: 1280 },
        { colorScheme: 'dark', width: 360 },
      ] as const) {
        await showAs(page, look);
        expect([path, look, await objections(page)]).toEqual([path, look, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, look.width]);
      }
    }
    const answer = await page.reload();
    expect((await answer!.allHeaders())['content-security-policy']).toContain("style-src 'self';");
    expect(seen).toEqual([]);
    await context.close();
  });
});
