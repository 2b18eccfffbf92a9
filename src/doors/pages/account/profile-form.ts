import { AppError, type InputFault } from '../../../ground/kernel/errors.ts';
import type { GivenAttribute, StoredValue } from '../../../modules/attributes/index.ts';
import { USER_FIELDS, type Profile, type ProfileAttribute, type UpdateUser } from '../../../modules/users/index.ts';
import { OWN_FIELDS, type OwnField, type ProfileFault, type ProfileInput } from '../../../views/index.ts';

/** The form's field of an attribute, which is also its path in errors. */
const fieldOf = (name: string): string => `attribute.${name}`;

/** What the user has typed, by the names of the fields. */
export type Typed = (field: string) => string;

/** A value as the form has it. Items of a list stand between semicolons. */
export function textOf(value: StoredValue | null): string {
  if (value === null) return '';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const items = value.map((item: StoredValue) => textOf(item));
  return items.some((item) => /[;[]/.test(item)) ? JSON.stringify(value) : items.join('; ');
}

/** What the form has before anything is typed. */
export function storedOf({ user, attributes }: Profile): Typed {
  const values = new Map(attributes.map(({ definition, value }) => [fieldOf(definition.name), textOf(value)]));
  return (field) => values.get(field) ?? user[field as OwnField] ?? '';
}

/** What the user has changed of the form. Other fields are not touched, even if their values no longer fit. */
export function changesOf(
  profile: Profile,
  typed: Typed,
): { readonly changes: UpdateUser; readonly attributes: readonly GivenAttribute[] } {
  const stored = storedOf(profile);
  const differs = (field: string): boolean => typed(field).trim() !== stored(field);
  const changes = Object.fromEntries(OWN_FIELDS.filter(differs).map((field) => [field, typed(field)])) as UpdateUser;
  const attributes = profile.attributes
    .filter(({ isEditable, definition }) => isEditable && differs(fieldOf(definition.name)))
    .map(({ definition: { name } }) => {
      const cell = fieldOf(name);
      return { name, value: typed(cell).trim() === '' ? null : typed(cell), cell };
    });
  return { changes, attributes };
}

/** The fields of the attributes, with what is wrong with them. */
export function inputsOf({ attributes }: Profile, typed: Typed, faults: ReadonlyMap<string, ProfileFault>) {
  return attributes.map(({ definition, isEditable }): ProfileInput => {
    const { name, description, type, isList, isRequired, isStandard, constraints } = definition;
    const path = fieldOf(name);
    return {
      path,
      name,
      isStandard,
      description,
      kind: isList ? 'list' : type,
      values: constraints.values ?? [],
      isRequired,
      isEditable,
      value: typed(path),
      fault: faults.get(path) ?? null,
    };
  });
}

/** What is wrong with which field. Null if the failure is not about the form. */
export function faultsOf(fault: unknown, { attributes }: Profile): ReadonlyMap<string, ProfileFault> | null {
  if (!(fault instanceof AppError) || fault.faults.length === 0) return null;
  const found = fault.faults.map((each) => [fieldIn(each), faultOf(each, attributes)] as const);
  return new Map(found.toReversed());
}

/** The form's field of a fault, whose path may lead to an item of a list. */
const fieldIn = ({ path }: InputFault): string =>
  path
    .split('.')
    .slice(0, path.startsWith('attribute.') ? 2 : 1)
    .join('.');

function faultOf(fault: InputFault, attributes: readonly ProfileAttribute[]): ProfileFault {
  if (fault.code === 'USERNAME_TAKEN' || fault.code === 'ATTRIBUTE_VALUE_TAKEN') return { code: 'taken' };
  const field = fieldIn(fault);
  const known = OWN_FIELDS.find((each) => each === field);
  if (known) return { code: USER_FIELDS[known].text };
  const found = attributes.find(({ definition }) => fieldOf(definition.name) === field);
  if (!found) return { code: 'value' };
  const { type, constraints } = found.definition;
  const { minimum, maximum } = constraints;
  if (fault.rule === 'required_attribute') return { code: 'required' };
  if (minimum !== undefined && maximum !== undefined) return { code: 'range', minimum, maximum };
  if (type === 'number' || type === 'integer' || type === 'date' || type === 'moment') return { code: type };
  return { code: 'value' };
}
