import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { createOpenApi, templateOf } from '../../scripts/openapi.ts';
import { RULES } from '../../src/ground/faults/index.ts';
import { routes } from '../../src/doors/rest/routes/index.ts';
import type { Answer } from './app.ts';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: { readonly Error: { properties: { error: { enum: string[] } } } } };
}

const description = createOpenApi('0') as Description;
const patterns = routes.map((route) => ({ route, path: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }));
const codes = new Set(
  [...readFileSync('docs/reference/errors.md', 'utf8').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, code]) => code),
);

const explained = {
  code: z.string().refine((code) => codes.has(code), { error: 'is not in docs/reference/errors.md' }),
  documentation: z.url(),
};
const failure = z.strictObject({
  error: z.enum(description.components.schemas.Error.properties.error.enum),
  error_description: z.string().min(1),
  ...explained,
  faults: z
    .array(
      z.strictObject({
        path: z.string().min(1),
        rule: z.enum(RULES).nullable(),
        parameters: z.record(z.string(), z.unknown()).nullable(),
        message: z.string().min(1),
        ...explained,
      }),
    )
    .min(1)
    .optional(),
});

/** What an answer of a REST path has that openapi.json does not say of it; undefined where there is nothing. */
function faultOf(method: string, path: string, { status, text, body }: Answer): string | undefined {
  const [plain = ''] = path.split('?');
  const found = patterns.filter((pattern) => pattern.path.test(plain));
  if (found.length === 0 || method === 'HEAD') return undefined;
  const operation = found.find(({ route }) => route.method.toUpperCase() === method)?.route;
  if (status === operation?.status)
    return operation.response ? z.prettifyError(operation.response.safeParse(body).error ?? NONE) : text;
  const documented = operation
    ? Object.keys(description.paths[templateOf(operation.path)]![operation.method]!.responses)
    : ['405'];
  if (!documented.includes(String(status))) return `The status ${status} is not documented.`;
  return status === 304 ? text : z.prettifyError(failure.safeParse(body).error ?? NONE);
}

const NONE = new z.ZodError([]);

/** Throws where an answer of a REST path is not what openapi.json says. */
export function holdToContract(method: string, path: string, answer: Answer): void {
  const fault = faultOf(method, path, answer);
  if (fault)
    throw new Error(`${method} ${path} answers ${answer.status} against openapi.json: ${fault}\n${answer.text}`);
}
