import { graphql } from '../../graph/graphql.ts';

/** Changes the branding. */
export const UPDATE_BRANDING = graphql(`
  mutation UpdateBranding($id: ID!, $input: UpdateBrandingInput!, $expectedVersion: Int) {
    updateBranding(id: $id, input: $input, expectedVersion: $expectedVersion) {
      branding {
        version
      }
    }
  }
`);

/** Placeholders, as texts have them. */
export const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');
