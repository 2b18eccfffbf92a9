import type { RequestContext } from '../../../ground/kernel/context.ts';
import { scopesNamed, sentenceOf } from '../../../modules/apis/index.ts';
import { declinedAs } from '../../../modules/consents/index.ts';
import type { ConsentContext, Language } from '../../../views/index.ts';
import type { OpenFlow } from '../../oauth/endpoints/authorize/index.ts';

type Asked = Pick<OpenFlow, 'customerId' | 'client' | 'scopes' | 'resources'>;
type ShownApi = NonNullable<ConsentContext['apis']>[number];

const scopesAsked = ({ runtime }: RequestContext, { customerId, scopes, resources }: Asked) =>
  customerId === null ? Promise.resolve([]) : scopesNamed(runtime.fork(), customerId, resources, scopes);

/** The registered APIs that a request is for, with its scopes of them. */
export async function apisShown(ctx: RequestContext, asked: Asked, language: Language = 'en'): Promise<ShownApi[]> {
  const shown = new Map<string, ShownApi & { readonly scopes: ShownApi['scopes'][number][] }>();
  for (const scope of await scopesAsked(ctx, asked)) {
    const { identifier, name, logoUri } = scope.api;
    if (!shown.has(identifier)) shown.set(identifier, { identifier, name, logoUri, scopes: [] });
    const sentence = sentenceOf(scope, language);
    const isChosen = !asked.client?.apis?.some(
      (api) => api.identifier === identifier && api.declined.includes(scope.name),
    );
    shown.get(identifier)!.scopes.push({ name: scope.name, sentence, isOptional: scope.isOptional, isChosen });
  }
  return [...shown.values()];
}

/** What the user has chosen. */
interface Choice {
  /** All scopes but the optional ones that are left out. */
  readonly scopes: readonly string[];
  /** The scopes of APIs that the page showed, and those of them that are left out, each behind the identifier of its API. */
  readonly shown: readonly string[];
  readonly declined: readonly string[];
}

export async function choiceOf(
  ctx: RequestContext,
  asked: Asked,
  isChosen: (scope: string) => boolean,
): Promise<Choice> {
  const found = await scopesAsked(ctx, asked);
  const required = new Set(found.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])));
  const isLeft = (name: string): boolean => !required.has(name) && !isChosen(name);
  const names = new Set(found.map(({ name }) => name));
  const namesOf = (scopes: typeof found): string[] => scopes.map((scope) => declinedAs(scope.api, scope));
  return {
    scopes: asked.scopes.filter((scope) => !(names.has(scope) && isLeft(scope))),
    shown: namesOf(found),
    declined: namesOf(found.filter(({ name }) => isLeft(name))),
  };
}
