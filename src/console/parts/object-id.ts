import { useParams } from '@tanstack/react-router';

/**
 * The id in the address of a page about one object. The type is declared, because what is inferred from the routes, which import the
 * pages, depends on the file that is checked first.
 */
export function useObjectId(): string {
  const { id }: { readonly id?: string | undefined } = useParams({ strict: false });
  return id ?? '';
}
