/**
 * One search over users, groups, clients and organizations. It owns how words are matched, with a typo, and how matches
 * are ranked. The other modules say what text is searched, and their policies who finds it. Events of the audit trail are
 * searched by the names of what they are about, also by former ones.
 */
export { searchedEventListing } from './event-search.ts';
