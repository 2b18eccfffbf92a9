/**
 * One search over users, groups, clients and organizations. It owns how words are matched, with a typo, and how matches
 * are ranked. The other modules say what text is searched, and their policies who finds it.
 */
export { SearchResolver } from './search.resolver.ts';
