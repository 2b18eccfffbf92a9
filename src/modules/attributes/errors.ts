import { errors, type Declared } from '../../ground/kernel/errors.ts';

const codes = {
  ATTRIBUTE_DEFINITION_NOT_FOUND: ['not_found', 'There is no such attribute.'],
  UNKNOWN_ATTRIBUTE: ['invalid', 'The input names an attribute that does not exist.'],
  ATTRIBUTE_NOT_SEARCHABLE: ['invalid', 'Lists can be filtered only by attributes that are unique or searchable.'],
  ATTRIBUTE_NOT_EDITABLE: ['forbidden', 'You may not change this attribute.'],
  ATTRIBUTE_NAME_TAKEN: ['conflict', 'An attribute with this name already exists.'],
  ATTRIBUTE_CLAIM_TAKEN: ['conflict', 'Another attribute already becomes this claim.'],
  ATTRIBUTE_VALUE_TAKEN: ['conflict', 'The attribute is unique, and another object has this value.'],
  ATTRIBUTE_VALUES_IN_USE: ['conflict', 'Stored values do not fit the change. The message says how many.'],
  ATTRIBUTE_HAS_MANY_VALUES: [
    'conflict',
    'Too many objects have values of the attribute to do this at once. Define another attribute, or remove values first.',
  ],
  TOO_MANY_ATTRIBUTES: ['conflict', 'The customer has the maximum number of such attributes.'],
  STANDARD_ATTRIBUTE: [
    'conflict',
    'A standard attribute cannot be deleted, and keeps its type, claim and constraints.',
  ],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an attribute is not found or changed, or a value not stored. */
export const attributeErrors = errors('attributes', codes);
