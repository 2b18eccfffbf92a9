/**
 * The types of what the lists in an answer hold. The client's cache knows by the types in an answer what a change outdates,
 * and a list that is empty, or was only counted, has nothing of them but the name of the list: `UserConnection`,
 * `RegisteredClientConnection`.
 */
export function listedTypes(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const inside = Object.values(answer).flatMap(listedTypes);
  const name = '__typename' in answer ? String(answer.__typename) : '';
  const [, listed, last] = /^(\w*([A-Z][a-z]+))Connection$/.exec(name) ?? [];
  return listed !== undefined && last !== undefined ? [listed, last, ...inside] : inside;
}
