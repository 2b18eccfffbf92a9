/** The console of a server that runs only trusted documents. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { consoleDocuments, describeInBrowser, heading, useConsole } from '../support/console.ts';

const app = useApp({ GRAPHQL_DOCUMENTS: 'trusted' });

it('the console has documents, and the server trusts exactly these', async () => {
  const token = await app.token('admin');
  const post = (body: object) => app.send('POST', '/graphql', { token, body });
  const codeOf = ({ body }: Awaited<ReturnType<typeof post>>) => body.errors?.[0]?.extensions.code;
  const documents = consoleDocuments();
  expect(documents.length).toBeGreaterThan(50);
  for (const { id, name, text } of documents) {
    // Without variables, most are refused for that, and some run.
    const answer = await post({ documentId: id, operationName: name, variables: {} });
    expect([name, [200, 400].includes(answer.status), codeOf(answer) ?? 'fine']).toEqual([
      name,
      true,
      expect.not.stringMatching(/DOCUMENT|PERSISTED|VALIDATION|PARSE|INTERNAL/),
    ]);
    expect([name, codeOf(await post({ query: text }))]).toEqual([name, 'DOCUMENT_NOT_TRUSTED']);
  }
  const { id } = documents[0]!;
  expect(codeOf(await post({ documentId: `${id}0` }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  expect(codeOf(await post({ query: '{ viewer { kind } }' }))).toBe('DOCUMENT_NOT_TRUSTED');
});

it('a client that is limited to names of documents cannot run those of the console', async () => {
  const { body } = await app.send('POST', '/api/clients', {
    token: await app.token('admin'),
    body: { client_name: 'Limited', grant_types: ['client_credentials'], scopes: ['read'], documents: ['Viewer'] },
  });
  const token = await app.token('read', { clientId: body.client_id, clientSecret: body.client_secret });
  const { id } = consoleDocuments().find(({ name }) => name === 'Viewer')!;
  const answer = await app.send('POST', '/graphql', { token, body: { documentId: id, operationName: 'Viewer' } });
  expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([403, 'DOCUMENT_NOT_ALLOWED']);
});

describeInBrowser('the console where only trusted documents are run', () => {
  const { open, asAdministrator } = useConsole(app);

  it('lists, opens and changes', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/groups');
    await heading(page, 'Groups');
    await page.getByRole('button', { name: 'Create group' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill('trusted_people');
    await form.getByRole('button', { name: 'Create group' }).click();
    await heading(page, 'trusted_people');
    await page.goto(`${app.issuer}/console/groups`);
    await page.getByRole('row', { name: /trusted_people/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('says in the explorer why nothing that is typed runs', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/explorer');
    await heading(page, 'Explorer');
    await page.getByText('This server runs trusted documents only').waitFor();
    await context.close();
  });
});
