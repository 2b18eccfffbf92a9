import { readLine } from '../../ground/kernel/text.ts';

/** The most characters of an organization's name. */
export const NAME_MAX = 255;

/** Changes to an organization. What is left out stays unchanged. */
export interface UpdateOrganization {
  readonly name?: string | null;
}

/** An organization to create. */
export interface CreateOrganization extends UpdateOrganization {
  readonly name: string;
}

/** Reads the given fields of an organization. Throws `invalid` for a bad one. */
export const readOrganization = ({ name }: UpdateOrganization) => ({
  ...(typeof name === 'string' && { name: readLine('name', name, { max: NAME_MAX }) }),
});
