import { entries, list, node, resolve, text, type Node } from './json.ts';

/** What a caller presents together, such as an access token, with the scopes that each needs. */
type Alternative = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether all callers who were authorized for an operation still are, whatever the schemes are called. */
export function areStillAuthorized(before: Node, operation: Node, after: Node, now: Node): boolean {
  const alternatives = alternativesOf(after, now);
  return alternativesOf(before, operation).every((had) => alternatives.some((needed) => suffices(had, needed)));
}

const suffices = (had: Alternative, needed: Alternative): boolean =>
  [...needed].every(([credential, scopes]) => had.has(credential) && scopes.isSubsetOf(had.get(credential)!));

/** An operation says itself which it has, or the description says it of all. Without any, no authorization is needed. */
function alternativesOf(root: Node, operation: Node): Alternative[] {
  const required = list(operation['security'] ?? root['security']);
  if (required.length === 0) return [new Map()];
  return required.map((each) => {
    const alternative = new Map<string, ReadonlySet<string>>();
    for (const [name, scopes] of entries(each)) {
      const credential = credentialOf(root, name);
      alternative.set(credential, new Set([...(alternative.get(credential) ?? []), ...list(scopes).map(text)]));
    }
    return alternative;
  });
}

/** What a request has for a scheme: two schemes for access tokens are the same to callers. */
function credentialOf(root: Node, name: string): string {
  const scheme = resolve(root, node(node(root['components'])['securitySchemes'])[name]);
  switch (text(scheme['type'])) {
    case 'oauth2':
    case 'openIdConnect':
      return 'http bearer';
    case 'http':
      return `http ${text(scheme['scheme']).toLowerCase()}`;
    case 'apiKey':
      return `${text(scheme['in'])} ${text(scheme['name'])}`;
    default:
      return `scheme ${name}`;
  }
}
