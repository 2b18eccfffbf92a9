import {
  coerceInputValue,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  typeFromAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { broken, sentenceOf, shownPath } from '../../ground/faults/index.ts';
import { kernelErrors, type InputFault } from '../../ground/kernel/errors.ts';
import { FAULTS_MAX } from '../../ground/kernel/input.ts';
import { refused } from './error-format.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values of an operation's variables. Throws one error with everything that does not fit their types. */
export function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Values): Values {
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, given);
  if (!errors) return coerced;
  const faults = faultsOf(schema, operation, given);
  const message = faults.map((fault) => fault.message).join(' ');
  throw refused(kernelErrors.INVALID_INPUT({ message, faults }), errors[0]!.nodes);
}

/** The same faults with their paths, which GraphQL's own errors have only in their messages. */
function faultsOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): InputFault[] {
  const faults: InputFault[] = [];
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node as never);
    if (!isInputType(type) || (!Object.hasOwn(given, name) && defaultValue)) continue;
    // Paths begin at the input object, as in the faults that services find.
    const start = isInputObjectType(getNullableType(type)) ? [] : [name];
    coerceInputValue(given[name], type, (path, _value, { message }) => {
      const [, field, is] = NAMING_A_FIELD.exec(message) ?? NULL.exec(message) ?? [];
      const at = [...start, ...path, ...(field ? [field] : [])].join('.') || name;
      const told = is ? broken(RULES[is]!) : null;
      faults.push({
        path: at,
        code: 'INVALID_INPUT',
        rule: told?.rule ?? null,
        parameters: told?.parameters ?? null,
        // GraphQL's own sentence says which type has no such value.
        message: told ? sentenceOf(told, shownPath(at)) : `${at}: ${message}`,
      });
    });
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Messages that name a field. Their path ends at the object. */
const NAMING_A_FIELD = /^Field "(\w+)" (of required type|is not defined)/;
const NULL = /^Expected non-nullable type ()\S+ (not to be null)/;
const RULES: Readonly<Record<string, 'required' | 'unknown_field'>> = {
  'of required type': 'required',
  'not to be null': 'required',
  'is not defined': 'unknown_field',
};
