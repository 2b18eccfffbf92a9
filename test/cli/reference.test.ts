import { expect, it } from '@jest/globals';
import { commands } from '../../src/cli/commands.ts';
import { renderCliReference } from '../../src/cli/reference.ts';

it('has one heading for every command, and names every option', () => {
  const page = renderCliReference();
  expect([...page.matchAll(/^## `(.+)`$/gm)].map(([, name]) => name)).toEqual(commands.map(({ name }) => name));
  for (const { options } of commands) for (const name of Object.keys(options)) expect(page).toContain(`- \`--${name}`);
  expect(page).not.toContain('undefined');
});
