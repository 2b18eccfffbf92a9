// type-graphql needs it before the first decorator runs.
import 'reflect-metadata';
import { Extensions, getMetadataStorage } from 'type-graphql';
import type { InputRules, Rules } from '../input-rules.ts';
import type { Settings } from '../runtime.ts';

/** By the prototypes of the classes that declare the fields: type-graphql does not let input types inherit extensions. */
const OF_FIELDS = new Map<object, Map<string, Rules>>();

/** The rules of a field of an input, by the same constants that the server reads it with. `inputConstraints` tells them. */
export const Fulfills =
  (rules: Rules): PropertyDecorator =>
  (declaring, field) => {
    const known = OF_FIELDS.get(declaring) ?? new Map<string, Rules>();
    OF_FIELDS.set(declaring, known.set(String(field), rules));
  };

/** The same for the arguments of an operation. */
export const ArgumentsFulfill = (rules: Readonly<Record<string, Rules>>): PropertyDecorator & MethodDecorator =>
  Extensions({ argumentRules: rules });

type Values = Readonly<Record<string, unknown>>;

/** What fields of an input type have if they are left out, by the class. */
const DEFAULTS = new Map<unknown, Values>();

/** The defaults of an input, by the same constants that the server reads it with. `inputConstraints` tells them. */
export const DefaultsTo =
  (values: Values): ClassDecorator =>
  (declared) => {
    DEFAULTS.set(declared, values);
  };

/** The defaults that were declared for an input type. */
export const defaultsOf = (type: string): Values =>
  DEFAULTS.get(getMetadataStorage().inputTypes.find(({ name }) => name === type)?.target) ?? {};

/** The rules of a field of an input type, also of one that it inherits, as they are on this server. */
export function rulesOfField(type: string, field: string, settings: Settings): InputRules {
  const found = getMetadataStorage().inputTypes.find(({ name }) => name === type);
  for (let each = found?.target.prototype as object | null; each; each = Object.getPrototypeOf(each) as object | null) {
    const rules = OF_FIELDS.get(each)?.get(field);
    if (rules) return rulesOf(rules, settings);
  }
  return {};
}

/** The rules that were declared for an argument, as they are on this server. */
export function rulesOf(declared: unknown, settings: Settings): InputRules {
  return typeof declared === 'function' ? (declared as (given: Settings) => InputRules)(settings) : (declared ?? {});
}
