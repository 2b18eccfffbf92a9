/** A description of paths by OpenAPI 3.1: what the page reads of it. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly description?: string;
  readonly flows?: Readonly<Record<string, Flow>>;
}

interface Flow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** Schemas by the type of the content. */
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Omit<Parameter, 'name' | 'in'>>>;
  readonly content?: Content;
  readonly links?: Readonly<Record<string, { readonly operationId?: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  /** Ways to call it, of which one is enough. Each names schemes with their scopes. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What a part refers to, if it does, with what it says itself about that. */
export function resolved<Part extends object>(description: Description, part: Part & { readonly $ref?: string }): Part {
  let found = part;
  // A description in which parts refer to each other in a circle is shown as far as it goes.
  for (let left = 20; found.$ref !== undefined && left > 0; left -= 1) {
    const { $ref, ...said } = found;
    const keys = $ref.slice(2).split('/').map(decodeURIComponent);
    const target = keys.reduce<unknown>(
      (place, key) => (place as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );
    found = { ...(target as Part), ...said };
  }
  return found;
}

/** All operations, in the order of the description. */
export const operationsOf = (description: Description): Operation[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, given]) => {
        const operation = given as Operation;
        const shared = (item['parameters'] ?? []) as Parameter[];
        const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolved(description, each));
        const responses = Object.entries(operation.responses).map(([status, answer]): [string, Answer] => {
          const { headers = {}, ...rest } = resolved(description, answer);
          const each = Object.entries(headers).map(([name, header]) => [name, resolved(description, header)]);
          return [status, { ...rest, headers: Object.fromEntries(each) as NonNullable<Answer['headers']> }];
        });
        return {
          ...operation,
          operationId: operation.operationId ?? `${method} ${path}`,
          method,
          path,
          parameters,
          ...(operation.requestBody && { requestBody: resolved(description, operation.requestBody) }),
          responses: Object.fromEntries(responses),
        };
      }),
  );
