import { Field } from 'type-graphql';
import { Fulfills } from '../../../ground/kernel/graphql/fulfills.ts';
import { TEXT_FIELDS, TEXT_RULES, USER_FIELDS, type TextField, type UserFieldRow } from '../user.fields.ts';

type Describe = (field: TextField, row: UserFieldRow) => string;

/** Declares the texts of users in a type. Everybody has a name. */
export const ShowsUserTexts =
  (describe: Describe): ClassDecorator =>
  ({ prototype }) => {
    for (const field of TEXT_FIELDS)
      Field(() => String, { nullable: field !== 'name', description: describe(field, USER_FIELDS[field]) })(
        prototype as object,
        field,
      );
  };

/** Declares the texts of users in an input, at a field beside which they stand: faults are told in the order of fields. */
export const TakesUserTexts =
  (describe: Describe): PropertyDecorator =>
  (prototype) => {
    for (const field of TEXT_FIELDS) {
      const row = USER_FIELDS[field];
      Field(() => String, { nullable: true, description: describe(field, row) })(prototype, field);
      Fulfills(TEXT_RULES[row.text])(prototype, field);
    }
  };

/** What an input says of a text: what it is, and how long it may be. */
export const givenText = ({ description, shown = description, given, text }: UserFieldRow): string =>
  given ?? `${shown} At most ${TEXT_RULES[text!].maxLength} characters.`;
