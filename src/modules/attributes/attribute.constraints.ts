import { broken } from '../../ground/faults/index.ts';
import { explained } from '../../ground/kernel/constraints.ts';
import { attributeErrors } from './errors.ts';

/** What violations of the database's constraints mean, for the modules that store values. */
export const attributeMeanings = {
  attribute_values_unique_key: (cause: unknown) =>
    attributeErrors.ATTRIBUTE_VALUE_TAKEN({ field: 'attributes', cause }),
};

/** The same for definitions. */
export const explain = explained({
  attribute_definitions_name_key: (cause) => attributeErrors.ATTRIBUTE_NAME_TAKEN({ field: 'name', cause }),
  attribute_definitions_claim_key: (cause) => attributeErrors.ATTRIBUTE_CLAIM_TAKEN({ field: 'claim', cause }),
  attribute_values_unique_key: (cause) =>
    attributeErrors.ATTRIBUTE_VALUES_IN_USE({ field: 'isUnique', broken: broken('same_values'), cause }),
});
