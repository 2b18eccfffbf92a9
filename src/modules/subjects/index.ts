/**
 * Subjects: how a client knows users and sessions, by their ids or by pairwise identifiers of its sector (OIDC Core §8.1).
 * Owns the salts that these are made with. The oauth door and `logouts` call it wherever they show a subject or read one.
 * Which sector a client has is for `clients`.
 */
export { PUBLIC_VIEW, type SubjectView } from './subject-view.ts';
export { Subjects } from './subjects.ts';
