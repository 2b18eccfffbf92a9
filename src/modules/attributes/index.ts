/**
 * Attributes: what customers define for their users, groups and clients besides the built-in fields, and the standard
 * claims of OpenID Connect. The only writer of `attribute_definitions`. The values are in the rows of the objects, written
 * by their modules, which have them checked here. Triggers keep `attribute_values`, the index of unique and searchable ones.
 */
export { attributeClaims, claimsAdded, type AddedClaim, type AttributeClaim } from './attribute-claims.hot.sql.ts';
export { AttributeDefinition } from './attribute-definition.entity.ts';
export { claimMappings, type ClaimMapping } from './claim-mappings.ts';
export { claimsNamed } from './claims-named.ts';
export { definitionsLoader } from './attribute.loader.ts';
export { attributeMeanings } from './attribute.constraints.ts';
export { attributePolicy } from './attribute.policy.ts';
export { holdersOfText } from './attribute-search.ts';
export { flagOf, textOfValue } from './attribute-text.ts';
export { attributeColumns, defaultsOf } from './attribute-values.service.ts';
export {
  AttributeWriter,
  checkRequired,
  GIVEN_MAX,
  readWithAttributes,
  tellAttributes,
  type AttributeChange,
  type GivenAttribute,
  type GivenAttributes,
  type NewValues,
} from './attribute-writer.ts';
export { attributesOf } from './attribute.filter.ts';
export type { AttributeSubject, StoredAttributes, StoredValue } from './attribute-vocabulary.ts';
