import { administers, isSelf, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';
import type { Subject } from '../access/index.ts';

type ExplanationRead = Permit<'explanation:read'>;

/** Whether the viewer is the subject. */
const isOneself = (viewer: Viewer, { kind, id }: Subject): boolean =>
  kind === 'user' && isSelf(viewer, id.toLowerCase());

/**
 * Who may ask for what somebody may do. Administrators ask about everybody. Users ask about themselves, as things are: what
 * would be tells of roles that they do not have.
 */
export const explanationPolicy = {
  read: (viewer: Viewer, subject: Subject, isSupposing: boolean): ExplanationRead =>
    permit(
      'explanation:read',
      viewer,
      (known) => administers(known, 'read') || (!isSupposing && isOneself(known, subject)),
    ),
  /** Whether the viewer may read what the subject may do. */
  readsOf: (viewer: Viewer, subject: Subject): boolean => administers(viewer, 'read') || isOneself(viewer, subject),
  /** Whether the viewer may read of everybody. */
  readsAll: (viewer: Viewer): boolean => administers(viewer, 'read'),
};
