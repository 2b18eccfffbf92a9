import { describe, expect, it } from '@jest/globals';
import { allVariables } from '../../src/ground/config/reading.ts';
import { renderConfigReference } from '../../src/ground/config/reference.ts';

describe('the configuration reference', () => {
  const page = renderConfigReference();

  it('has one heading for every variable', () => {
    const headings = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
    expect(headings).toEqual(allVariables.map(({ name }) => name));
    expect(new Set(headings).size).toBe(headings.length);
  });

  it('says of each what a value looks like and what happens without one', () => {
    expect(page).toContain(
      '### `PORT`\n\nThe TCP port to listen on. 0 picks any free one.\n\n' +
        '- Value: a whole number from 0 to 65535\n- Default: `3000`\n',
    );
    expect(page).toContain('- Unset: an embedded PostgreSQL in `DATA_DIR`\n- Secret; also as `DATABASE_URL_FILE`\n');
    expect(page).not.toContain('undefined');
  });
});
