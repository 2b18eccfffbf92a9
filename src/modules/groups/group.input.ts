import { readId } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { readLine, readText } from '../../ground/kernel/text.ts';
import type { GivenAttributes } from '../attributes/index.ts';

/** The most characters of a group's name. */
export const NAME_MAX = 255;
/** The most characters of a group's description. */
export const DESCRIPTION_MAX = 2000;
/** The most users that one request may name. */
export const MEMBERS_MAX = 10_000;

/** Changes to a group. What is left out stays unchanged. */
export interface UpdateGroup {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly attributes?: GivenAttributes;
  /** Null for none. */
  readonly organizationId?: string | null;
}

/** A group to create. */
export interface CreateGroup extends UpdateGroup {
  readonly name: string;
  readonly memberIds?: string[] | null;
}

/** Readers of the given fields of a group. */
export const groupReaders = ({ name, description, organizationId }: UpdateGroup) => ({
  ...(typeof name === 'string' && { name: () => readLine('name', name, { max: NAME_MAX }) }),
  ...(typeof description === 'string' && {
    description: () => readText('description', description, { min: 0, max: DESCRIPTION_MAX }),
  }),
  ...(organizationId !== undefined && {
    organizationId: () => (organizationId ? readId('organizationId', organizationId) : null),
  }),
});

/** Reads the given fields of a group. Throws `invalid` with all faults. */
export const readGroup = (input: UpdateGroup) => readAll(groupReaders(input));
