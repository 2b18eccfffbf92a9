/** The built-in attributes are described in German in the German console, all of them. */
import { expect, it } from '@jest/globals';
import { deStandard } from '../../src/console/messages/de.standard.ts';
import { useApp } from '../support/app.ts';

const app = useApp();

it('has a text for every built-in attribute', async () => {
  const query = `{ attributeDefinitions(subject: USER, first: 100) { edges { node { name isStandard } } } }`;
  const { attributeDefinitions } = await app.data(await app.token('admin'), query);
  const standard: string[] = attributeDefinitions.edges.flatMap(
    ({ node }: { node: { name: string; isStandard: boolean } }) => (node.isStandard ? [node.name] : []),
  );
  expect(standard.length).toBeGreaterThan(10);
  expect(standard.toSorted()).toEqual(Object.keys(deStandard).toSorted());
});
