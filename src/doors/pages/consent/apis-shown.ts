import type { RequestContext } from '../../../ground/kernel/context.ts';
import { scopesNamed, sentenceOf } from '../../../modules/apis/index.ts';
import type { ConsentContext, Language } from '../../../views/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';

type Asked = Pick<OpenFlow, 'customerId' | 'scopes' | 'resources'>;
type ShownApi = NonNullable<ConsentContext['apis']>[number];

const scopesAsked = ({ runtime }: RequestContext, { customerId, scopes, resources }: Asked) =>
  customerId === null ? Promise.resolve([]) : scopesNamed(runtime.fork(), customerId, resources, scopes);

/** The registered APIs that a request is for, with its scopes of them. */
export async function apisShown(ctx: RequestContext, asked: Asked, language: Language = 'en'): Promise<ShownApi[]> {
  const shown = new Map<string, ShownApi & { readonly scopes: ShownApi['scopes'][number][] }>();
  for (const scope of await scopesAsked(ctx, asked)) {
    const { identifier, name } = scope.api;
    if (!shown.has(identifier)) shown.set(identifier, { identifier, name, scopes: [] });
    const sentence = sentenceOf(scope, language);
    shown.get(identifier)!.scopes.push({ name: scope.name, sentence, isOptional: scope.isOptional });
  }
  return [...shown.values()];
}

/** The scopes that the user allows: all but the optional ones that are not among the chosen. */
export async function scopesAllowed(
  ctx: RequestContext,
  asked: Asked,
  isChosen: (scope: string) => boolean,
): Promise<readonly string[]> {
  const found = await scopesAsked(ctx, asked);
  const required = new Set(found.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
  const left = new Set(found.map(({ name }) => name).filter((name) => !required.has(name) && !isChosen(name)));
  return asked.scopes.filter((scope) => !left.has(scope));
}
