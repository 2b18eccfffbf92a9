import type { AuthorizationDetail, LocalText } from '../../../ground/kernel/authorization-details.ts';
import type { Settings } from '../../../ground/kernel/runtime.ts';
import { undirected } from '../../../ground/kernel/text.ts';
import type { Language, ShownDetail } from '../../../views/index.ts';

/** Authorization details in words: the operator's names of types and members, in this language as far as there are any. */
export const detailsShown = (
  { authorizationDetails: { types } }: Settings,
  details: readonly AuthorizationDetail[],
  language: Language = 'en',
): readonly ShownDetail[] =>
  details.map(({ type, ...members }) => {
    const known = types.get(type);
    return {
      name: wordsOf(known?.name, language) ?? type,
      members: Object.entries(members).map(([member, value]) => ({
        member,
        title: wordsOf(known?.titles[member], language) ?? null,
        value: undirected(textOf(value)),
      })),
    };
  });

const wordsOf = (text: LocalText | undefined, language: Language): string | undefined => text?.[language] ?? text?.en;

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([member, each]) => `${member}: ${textOf(each)}`)
    .join(', ');
}
